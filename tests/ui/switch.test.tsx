import '#tests/page.ts';

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Switch } from '#ui/controls/switch.tsx';

afterEach(cleanup);

test('a switch whose change is being sent keeps the focus, and further presses change nothing', () => {
  const onChange = vi.fn();
  const drawn = (busy: boolean) => (
    <Switch checked busy={busy} onChange={onChange}>
      Avisos
    </Switch>
  );
  const { rerender } = render(drawn(false));
  const knob = screen.getByRole<HTMLInputElement>('switch', { name: 'Avisos' });
  knob.focus();
  fireEvent.click(knob);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
  rerender(drawn(true));
  expect(knob.disabled, 'a disabled control drops the focus').toBe(false);
  expect(knob.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(knob);
  expect(onChange).toHaveBeenCalledOnce();
  expect(knob.checked).toBe(true);
});
