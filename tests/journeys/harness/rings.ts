import { expect, type Page } from '@playwright/test';

/** Expects that each focusable control has an outline that stands out from its ground (WCAG 1.4.11, 3:1). */
export async function ringsShow(page: Page, where: string): Promise<void> {
  // A colour in transition would be measured halfway.
  await page.evaluate(() => document.styleSheets[0]?.insertRule('* { transition: none !important }'));
  expect(await page.evaluate(weakRings), `outlines on ${where}`).toEqual([]);
}

function weakRings(): string[] {
  const modal = document.querySelector('[role="dialog"], [role="alertdialog"]');
  const controls = (modal ?? document).querySelectorAll<HTMLElement>(
    'a[href], button:enabled, input:enabled, textarea, [tabindex="0"]',
  );
  const weak: string[] = [];
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) continue;
    (document.activeElement as HTMLElement | null)?.blur();
    const atRest = near(control).map(shadowsOf);
    control.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
    if (document.activeElement !== control) continue;
    const ring = ringOf(control, atRest);
    const name =
      control.getAttribute('aria-label') || control.textContent || control.title || control.outerHTML.slice(0, 80);
    if (!ring) weak.push(`${name}: none`);
    else if (contrast(ring.colour, ring.ground) < 3) weak.push(`${name}: ${ring.colour} on ${ring.ground}`);
  }
  return weak;

  /** The control, and the frame, card or label that may show its focus instead. */
  function near(control: HTMLElement): (Element | null)[] {
    return [
      control,
      control.nextElementSibling,
      ...ancestors(control, 3),
      ...control.querySelectorAll('[aria-current=true]'),
    ];
  }

  function shadowsOf(node: Element | null): string[] {
    return node ? getComputedStyle(node).boxShadow.split(/, (?=rgb|color)/) : [];
  }

  /** The outline of the control, of its '::after', or of what is near; or an edge that nobody has at rest. */
  function ringOf(control: HTMLElement, atRest: string[][]): { colour: string; ground: string } | null {
    for (const [place, one] of near(control).entries()) {
      if (!(one instanceof HTMLElement)) continue;
      for (const pseudo of [null, '::after']) {
        const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(one, pseudo);
        if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) continue;
        const inside = Number.parseFloat(outlineOffset) < 0;
        return { colour: outlineColor, ground: groundOf(inside ? one : one.parentElement) };
      }
      for (const shadow of shadowsOf(one).filter((drawn) => !atRest[place]?.includes(drawn))) {
        const [, colour, inset] = /^(rgba?\([^)]+\)) 0px 0px 0px [23]px( inset)?$/.exec(shadow) ?? [];
        if (colour) return { colour, ground: groundOf(inset ? one : one.parentElement) };
      }
    }
    return null;
  }

  function ancestors(node: Element, most: number): Element[] {
    const found: Element[] = [];
    for (let parent = node.parentElement; parent && found.length < most; parent = parent.parentElement)
      found.push(parent);
    return found;
  }

  function groundOf(node: Element | null): string {
    for (let element = node; element; element = element.parentElement) {
      const { backgroundColor } = getComputedStyle(element);
      if (parts(backgroundColor)[3] === 1) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  }

  function parts(colour: string): [number, number, number, number] {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    // A mixed colour is written in parts of one: color(srgb 0.95 0.97 0.97).
    const unit = colour.startsWith('color(') ? 255 : 1;
    return [red * unit, green * unit, blue * unit, alpha];
  }

  function contrast(one: string, other: string): number {
    const light = [one, other].map((colour) => {
      const [red = 0, green = 0, blue = 0] = parts(colour)
        .slice(0, 3)
        .map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05);
  }
}
