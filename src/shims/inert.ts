/**
 * Chrome 87 and Safari 15.4 know no `inert`. There Tab and a press would reach what lies behind a sheet, or on a card that is not in
 * front. So its controls are not shown. The rest stays in view: the page behind the sheet, and the card's edge.
 */
if (!('inert' in HTMLElement.prototype))
  document.styleSheets[0]?.insertRule('[inert] a, [inert] button { visibility: hidden; }');
