import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDrafts } from '#outbox/hooks.ts';
import { type BegunCase, begunCases } from '#requests/begun-cases.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useLive } from '#session/hooks.ts';
import { ListCard } from '#ui/cards/list-card.tsx';
import { Button } from '#ui/controls/button.tsx';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { Confirm } from '#ui/layers/confirm.tsx';

/** What was begun of a case and not sent. Home lists the other drafts. `again` reads anew. */
export function useBegun(): { begun: readonly BegunCase[]; again: () => void } {
  const drafts = useDrafts();
  const [round, setRound] = useState(0);
  const named = useLive(() => drafts.named(), [drafts, round]);
  return { begun: begunCases(named ?? []), again: () => setRound((now) => now + 1) };
}

/** 'Sin enviar': documents and questions that only their case would open. */
export function BegunList({ begun, again }: ReturnType<typeof useBegun>) {
  return (
    <section className="stack-3" aria-labelledby="begun">
      <h2 id="begun">Sin enviar</h2>
      <ul className="stack-list">
        {begun.map((one) => (
          <li key={one.name}>
            <BegunCard begun={one} onDiscarded={again} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function BegunCard({ begun, onDiscarded }: { begun: BegunCase; onDiscarded: () => void }) {
  const { name, kind, about, opens } = begun;
  const drafts = useDrafts();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const title = kind === 'document' ? 'Documento sin enviar' : 'Consulta sin enviar';
  const goOn = () =>
    opens &&
    navigate({
      to: 'refund' in opens ? '/app/reembolsos/detalles' : '/app/configuraciones/ayuda/crear',
      state: opens,
    });
  const discard = async () => {
    await drafts.discard(name);
    setAsking(false);
    onDiscarded();
    // The card goes with its draft.
    focusTitle(document.querySelector('h1'));
  };
  return (
    <>
      <ListCard
        title={title}
        detail={<span dir="auto">{about}</span>}
        actions={
          <>
            {opens && (
              <Button look="line" size="small" fit about={about} onClick={() => void goOn()}>
                Seguir
              </Button>
            )}
            <Button look="quiet" size="small" fit icon="trash" about={about} onClick={() => setAsking(true)}>
              Descartar
            </Button>
          </>
        }
      />
      {asking && (
        <Confirm
          title="¿Descartar el borrador?"
          text={`Se borrará de ${thisDevice()} lo que empezaste y aún no enviaste, y no podrás recuperarlo.`}
          act="Descartar"
          keep="Conservar"
          quiet
          onAct={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
