// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';

afterEach(cleanup);

function Asking() {
  const [asking, setAsking] = useState(false);
  return asking ? (
    <NoteWithChoices
      role="alert"
      choices={[
        { text: 'Seguir con esta', onPress: () => setAsking(false) },
        { text: 'Borrar y empezar de nuevo', onPress: () => undefined },
      ]}
    >
      ¿Empezar de nuevo?
    </NoteWithChoices>
  ) : (
    <NoteWithChoices choices={[{ text: 'Empezar de nuevo', onPress: () => setAsking(true) }]}>
      Sigues donde lo dejaste.
    </NoteWithChoices>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
/** As Enter does: on a control that has the focus. */
const press = (name: string) => {
  button(name).focus();
  act(() => button(name).click());
};

test('a choice that its press replaces by a question hands the focus to its first answer, and gets it back', () => {
  render(<Asking />);
  press('Empezar de nuevo');
  expect(document.activeElement).toBe(button('Seguir con esta'));
  press('Seguir con esta');
  expect(document.activeElement).toBe(button('Empezar de nuevo'));
});

test('choices that come by themselves take no focus', () => {
  const one = (text: string) => <NoteWithChoices choices={[{ text, onPress: () => undefined }]}>Nota</NoteWithChoices>;
  const { rerender } = render(one('Traer los cambios'));
  rerender(one('Seguir aquí'));
  expect(document.activeElement).toBe(document.body);
});
