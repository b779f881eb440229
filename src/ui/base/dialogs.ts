/** Matches every open dialog. */
export const DIALOGS = '[role="dialog"], [role="alertdialog"]';
