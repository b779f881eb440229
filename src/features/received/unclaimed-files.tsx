import { useState } from 'react';
import { useReceived } from '#outbox/hooks.ts';
import { noRoomText, receivedText, sharedText } from '#requests/shared-text.ts';
import { Offer } from '#ui/cards/offer.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useFailure } from '#ui/states/failure.tsx';

/** Asks whether the customer shared the files that came while nobody was signed in. It tells neither name nor content (S23). */
export function UnclaimedFiles() {
  const { unclaimed, claim, disown } = useReceived();
  const failure = useFailure();
  const [busy, setBusy] = useState(false);
  if (unclaimed.length === 0) return null;
  const one = unclaimed.length === 1;
  const take = async () => {
    failure.clear();
    setBusy(true);
    const claimed = await claim(unclaimed).finally(() => setBusy(false));
    if (!claimed.ok) failure.fail(noRoomText);
    else if (claimed.value === 0) failure.fail(receivedText(unclaimed.length).over);
  };
  return (
    <Offer
      icon="doc"
      title={`${sharedText(unclaimed.length)} con Amparo`}
      actions={
        <>
          <Button size="small" fit loading={busy} onClick={() => void take()}>
            {one ? 'Sí, es mío' : 'Sí, son míos'}
          </Button>
          <Button look="quiet" size="small" fit onClick={() => disown(unclaimed)}>
            No fui yo
          </Button>
        </>
      }
    >
      {one
        ? 'Nadie había ingresado en ese momento. ¿Lo compartiste tú? Si nadie lo reclama en una hora, se borra.'
        : 'Nadie había ingresado en ese momento. ¿Los compartiste tú? Si nadie los reclama en una hora, se borran.'}
      {failure.note}
    </Offer>
  );
}
