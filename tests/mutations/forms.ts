import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/forms', rows: [
  ['V4.4', 'choice-fields.tsx', 'choose', 'drop if entryOf', 'features/registration/step-screen', 'changes nothing when it', 'what is chosen already is no choice'],
  ['F56', 'file-field.tsx', 'useOffer', 'call isHere is true', 'forms/file-field', 'stays when the field lost', 'a shared file is removed only when the field has that very file'],
  ['D74', 'amount-field.tsx', 'AmountField', 'call editedAmount is shown', 'forms/step-form', 'takes a digit, and not three', 'groups are gone while an amount is changed'],
  ['V4.3', 'hooks.ts', 'onKey', "string Tab is 'F2'", 'forms/step-form', 'Tab right after the last', 'Tab checks a field like leaving it'],
  ['H4.4', 'step-form.tsx', 'submit', 'drop if complete', 'forms/step-form', 'button that is off sends', 'the button that is off says what is missing'],
  ['V4.2', 'tick-box.tsx', 'TickBox', 'attribute error is null', 'forms/step-form', 'a tick box that the server', 'a refused tick box says so'],
  ['S27', 'file-field.tsx', 'Offers', ['isOnlyRead(type) ? aside?.isOne({ name, type }) :', ''], 'forms/file-field', 'is offered by no field', 'an XML is offered where it is read alone'],
  ['F27', 'file-field.tsx', 'useOffer', 'drop call stored', 'forms/file-field', 'is removed only after the', 'a shared file is removed only after the draft has it'],
  ['F27', 'pickers.tsx', 'useStoredFirst', 'drop not store', 'forms/file-field', 'the picker opens only once', 'the draft is stored before the picker opens'],
  ['F25', 'step-form.tsx', 'late', 'drop call onFileAfterLeave', 'forms/file-field', 'still hands its photo on', 'a photo is kept when its step is left'],
  ['F24', 'accept-file.ts', 'acceptFile', 'drop operand byteLength', 'forms/accept-file', 'a file that vanished or', 'a file that changed since it was picked is refused'],
  ['F24 F25', 'accept-file.ts', 'read', 'try arrayBuffer is try { return await part.arrayBuffer(); } catch (error) { throw error; }', 'forms/accept-file', 'a file that vanished or', 'a file that can no longer be read is reported, never thrown'],
  ['S35', 'use-dropped.ts', 'pasted', 'drop call isText', 'forms/file-field', 'beside its text goes as', 'a picture beside a pasted text is not attached unseen'],
  ['S35', 'use-dropped.ts', 'isText', 'drop operand closest', 'forms/file-field', 'with text is taken where', 'a pasted file is taken where no text could go'],
  ['F25', 'use-file-pick.ts', 'take', 'callee setProblem 2 is choose(null); setProblem', 'forms/file-field', 'a photo that fails to compress', 'a photo that cannot be prepared does not replace the one before'],
  ['F56', 'use-file-pick.ts', 'take', 'drop if current', 'forms/file-field', 'does not replace a file', 'a file that is still being read does not replace one picked since'],
  ['D87', 'use-pages.ts', 'put', ['    latest.current = next;\n', ''], 'forms/pages', 'that became ready after the step was left', 'each change of the pages builds on the one before'],
  ['D87', 'use-pages.ts', 'isOver', ['return () => mine !== round.current;', 'return () => false;'], 'forms/pages', 'a removed paper does not come back', 'photos on their way do not bring a removed paper back'],
  ['H5.3 D87', 'use-pages.ts', 'problemOf', ['return isTooLarge ?', 'return false ?'], 'forms/pages', 'stay under the limit', 'no page makes a paper larger than its field takes'],
  ['D10 D87', 'pages.ts', 'turnedPage', ['const photo = photoOf(page);', 'const photo = page;'], 'forms/pages', 'are turned, moved and removed', 'a page that is turned again is not encoded again'],
  ['F12 D87', 'pages.ts', 'pagesOf', 'call pagesIn is null', 'forms/pages', 'are all there when a draft', 'a draft that is read again has its pages'],
  ['H2.43', 'known-answers.tsx', 'KnownAnswers', 'attribute aria-label is label', 'features/refunds/new-refund', 'is enabled only when every', 'a group of known answers says for which field it is'],
  ['H2.43', 'option-list.tsx', 'OptionList', 'drop operand isTyping 2', 'ui/layers', 'a blank within a typed', 'a blank within a typed name chooses nothing'],
  ['H2.43', 'select.tsx', 'Select', 'attribute aria-controls is listId', 'ui/layers', 'a blank within a typed', 'a closed select names no list'],
] } satisfies Mutations;
