import { KeptNote } from '#ui/kept-note.tsx';

interface ElsewhereNoteProps {
  /** It handed the draft in or dropped it, or wrote it too. */
  what: 'gone' | 'changed' | null;
  /** 'Esta solicitud', 'Esta consulta'. */
  subject: string;
  /** How it ended in the other tab: 'se envió o se descartó'. */
  ended: string;
  /** The form goes on as one of its own. */
  onGoOn: () => void;
  /** The form is opened anew, as the other tab left it. */
  onReadAgain: () => void;
}

/**
 * Says that the same draft stands in another tab: what is sent from here is what stands here, and what was sent there is not sent
 * again unawares (F4).
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
