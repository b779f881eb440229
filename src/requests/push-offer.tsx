import { useState } from 'react';
import { usePush, usePushStanding } from '#push/hooks.ts';
import { problemText } from '#rules/problem-words.ts';
import { asked } from '#screens/asked.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Offer, OfferAnswer } from '#ui/cards/offer.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailure } from '#ui/states/failure.tsx';

/** Offers push notifications after a request, until the customer answers (D21). The browser asks only after the tap. */
export function PushOffer({ noun }: { noun: string }) {
  const push = usePush();
  const stands = usePushStanding(push);
  const failure = useFailure();
  const [said, setSaid] = useState<string | null>(null);
  const { busy, run } = useBusy(async () => {
    if (!push) return;
    failure.clear();
    const turned = await asked(push.turnOn());
    if (turned.ok) setSaid(answers[turned.value]);
    else failure.fail(problemText(turned.problem));
  });
  // The wish is noted before the server answers. What was pressed stays until then, and beside why it was not done.
  const standing = busy || failure.note ? 'off' : stands;
  const decline = () => {
    failure.clear();
    void push?.decline();
  };
  if (said !== null) return <OfferAnswer icon="bell">{said}</OfferAnswer>;
  if (!push || (standing !== 'off' && standing !== 'install')) return null;
  return (
    <Offer
      icon="bell"
      title="¿Te avisamos cuando haya novedades?"
      actions={
        <>
          {standing === 'off' && (
            <Button look="line" size="small" fit loading={busy} onClick={run}>
              Activar avisos
            </Button>
          )}
          <Button look="quiet" size="small" fit disabled={busy} onClick={decline}>
            {standing === 'off' ? 'Ahora no' : 'Entendido'}
          </Button>
        </>
      }
    >
      {standing === 'install'
        ? 'En un iPhone o iPad los avisos llegan a la app instalada: toca Compartir, elige «Agregar a inicio» y actívalos en Gestiona tu cuenta.'
        : `Te llega un aviso a ${thisDevice()} cuando cambie tu ${noun}. No dice diagnósticos, importes ni nombres.`}
      {failure.note}
    </Offer>
  );
}

const answers = {
  on: `Listo: te avisaremos en ${thisDevice()}. Puedes elegir de qué en Gestiona tu cuenta.`,
  pending: `Los avisos se activarán en ${thisDevice()} cuando vuelva la conexión.`,
  denied: 'Los avisos están bloqueados en tu navegador. Puedes permitirlos en su configuración para este sitio.',
  unanswered: 'No activamos los avisos. Puedes hacerlo cuando quieras en Gestiona tu cuenta.',
} as const;
