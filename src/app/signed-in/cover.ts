/**
 * Covers a page's content, so that nothing of it is painted before the session was checked (base.css has the rule). The document
 * stays as it is: fields keep their text and the focus.
 */
export function coverPage(): void {
  document.documentElement.dataset.covered = '';
}

export function uncoverPage(): void {
  delete document.documentElement.dataset.covered;
}
