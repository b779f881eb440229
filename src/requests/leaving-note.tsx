import { Button } from '#ui/controls/button.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import { Banner } from '#ui/states/banner.tsx';
import { leavingWords, openingReminder, privacyWords } from './delivery-words.ts';
import { useLeaving, usePrivacy } from './use-leaving.ts';

/** Says what the customer must do so that queued items leave this device. Empty where they leave by themselves. */
export function LeavingNote() {
  const leaving = useLeaving();
  const privacy = usePrivacy();
  if (leaving === null || privacy === null) return null;
  const lost = privacyWords[privacy];
  if (leaving === 'by-itself' && privacy !== 'private') return null;
  return (
    <>
      <Banner tone="warn" icon="alert">
        {[leaving === 'while-open' && leavingWords[leaving], lost].filter(Boolean).join(' ')}
      </Banner>
      {leaving === 'while-open' && privacy !== 'private' && (
        <Button look="line" size="small" fit icon="clock" onClick={() => handOver(reminder())}>
          Recordármelo mañana en mi calendario
        </Button>
      )}
    </>
  );
}

const reminder = (): File => new File([openingReminder(new Date())], 'abrir-amparo.ics', { type: 'text/calendar' });
