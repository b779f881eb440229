import { KeptNote } from '#ui/states/kept-note.tsx';

interface ElsewhereNoteProps {
  /** 'gone': another tab handed the draft in or discarded it. 'changed': it wrote the draft too. */
  what: 'gone' | 'changed' | null;
  /** 'Esta solicitud', 'Esta consulta'. */
  subject: string;
  /** How it ended in the other tab: 'se envió o se descartó'. */
  ended: string;
  /** Goes on with this form as a draft of its own. */
  onGoOn: () => void;
  /** Opens the form again as the other tab left it. */
  onReadAgain: () => void;
}

/**
 * Says that another tab has the same draft (F4). This tab sends what it shows, and nobody sends a second time unknowingly
 * what the other tab already sent.
 */
export function ElsewhereNote({ what, subject, ended, onGoOn, onReadAgain }: ElsewhereNoteProps) {
  if (what === null) return null;
  if (what === 'gone') {
    return (
      <KeptNote role="alert" choices={[{ text: 'Seguir aquí con otra', onPress: onGoOn }]}>
        <b>
          {subject} ya {ended} en otra pestaña.
        </b>{' '}
        Lo que cambies aquí no se guarda hasta que elijas seguir.
      </KeptNote>
    );
  }
  return (
    <KeptNote choices={[{ text: 'Traer los cambios de la otra pestaña', onPress: onReadAgain }]}>
      <b>{subject} también se cambió en otra pestaña.</b> Si la envías desde aquí, sale como la ves aquí.
    </KeptNote>
  );
}
