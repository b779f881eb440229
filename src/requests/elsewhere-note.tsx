import { capital } from '#rules/joined.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { type RequestKind, thisOne } from './request.ts';

interface ElsewhereNoteProps {
  kind: RequestKind;
  /** 'gone': another tab handed the draft in or discarded it. 'changed': it wrote the draft too. */
  what: 'gone' | 'changed' | null;
  /** Goes on with this form as a draft of its own. */
  onGoOn: () => void;
  /** Opens the form again as the other tab left it. */
  onReadAgain: () => void;
}

/**
 * Says that another tab has the same draft (F4). This tab sends what it shows, and nobody sends a second time unknowingly
 * what the other tab already sent.
 */
export function ElsewhereNote({ kind, what, onGoOn, onReadAgain }: ElsewhereNoteProps) {
  const { feminine } = kind.noun;
  const subject = capital(thisOne(kind));
  if (what === 'gone') {
    return (
      <NoteWithChoices
        role="alert"
        choices={[{ text: `Seguir aquí con ${feminine ? 'otra' : 'otro'}`, onPress: onGoOn }]}
      >
        <b>{subject} ya se envió o se descartó en otra pestaña.</b> Lo que cambies aquí no se guarda hasta que elijas
        seguir.
      </NoteWithChoices>
    );
  }
  return (
    <LiveRegion>
      {what && (
        <NoteWithChoices role="none" choices={[{ text: 'Traer los cambios de la otra pestaña', onPress: onReadAgain }]}>
          <b>{subject} también se cambió en otra pestaña.</b> Si {feminine ? 'la' : 'lo'} envías desde aquí, sale como{' '}
          {feminine ? 'la' : 'lo'} ves aquí.
        </NoteWithChoices>
      )}
    </LiveRegion>
  );
}
