import { capital } from '#rules/joined.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { type RequestKind, thisOne } from './request.ts';
import type { FormDraft } from './use-form-draft.ts';

interface ElsewhereNoteProps {
  kind: RequestKind;
  draft: Pick<FormDraft<unknown>, 'elsewhere' | 'goOn' | 'readAgain'>;
  /** What another tab wrote into the draft is not told. */
  onlyGone?: boolean;
}

/**
 * Says that another tab has the same draft (F4). This tab sends what it shows, and nobody sends a second time unknowingly
 * what the other tab already sent.
 */
export function ElsewhereNote({ kind, draft: { elsewhere, goOn, readAgain }, onlyGone = false }: ElsewhereNoteProps) {
  const { feminine } = kind.noun;
  const subject = capital(thisOne(kind));
  if (elsewhere === 'gone') {
    return (
      <NoteWithChoices
        role="alert"
        choices={[{ text: `Seguir aquí con ${feminine ? 'otra' : 'otro'}`, onPress: goOn }]}
      >
        <b>{subject} ya se envió o se descartó en otra pestaña.</b> Lo que cambies aquí no se guarda hasta que elijas
        seguir.
      </NoteWithChoices>
    );
  }
  return (
    <LiveRegion>
      {elsewhere && !onlyGone && (
        <NoteWithChoices role="none" choices={[{ text: 'Traer los cambios de la otra pestaña', onPress: readAgain }]}>
          <b>{subject} también se cambió en otra pestaña.</b> Si {feminine ? 'la' : 'lo'} envías desde aquí, sale como{' '}
          {feminine ? 'la' : 'lo'} ves aquí.
        </NoteWithChoices>
      )}
    </LiveRegion>
  );
}
