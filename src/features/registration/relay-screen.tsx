import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { countryRegister } from '#countries/register.ts';
import { fileOf } from '#forms/answers.ts';
import type { Refusal } from '#forms/refusal.ts';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { problemText } from '#rules/problem-words.ts';
import { addresses } from '#rules/screens.ts';
import type { Field } from '#rules/wizard-country.ts';
import { useSession } from '#session/hooks.ts';
import { handToPhotoRelay, isRelayCode } from '#session/photo-relay.ts';
import { LogoMark } from '#ui/base/logo.tsx';
import { HandedIn } from '#ui/states/handed-in.tsx';
import { PhotoFields } from './photo-fields.tsx';
import { Preparing } from './preparing.tsx';
import { type RelayPhotos, useRelayPhotos } from './relay-photos.ts';
import styles from './step-screen.module.css';
import { relayWords as words } from './words.ts';

/** Replaces the sides in the address once they are sent. */
const SENT = 'enviadas';

/** The phone's screen behind the desk's code: takes the photos and sends them sealed to the desk. */
export function RelayScreen() {
  const { sides: asked = '', code = '' } = useParams({ strict: false }) as { sides?: string; code?: string };
  const [sent, setSent] = useState<string | null>(null);
  const navigate = useNavigate();
  const sides = asked.split('-').filter((side) => fieldsOf([side]).length > 0);
  // The code's key must not stay in the browser's history.
  useEffect(() => {
    if (sent !== null) void navigate({ to: addresses.relay, params: { sides: SENT, code: '-' }, replace: true });
  }, [sent, navigate]);
  if (asked === SENT || sent === code) return <HandedIn standing="sent" title={words.sent} text={words.sentText} />;
  if (sides.length === 0 || !isRelayCode(code))
    return <HandedIn standing="refused" title={words.unusable} text={words.over} />;
  return <Taking sides={sides} code={code} onSent={() => setSent(code)} />;
}

interface TakingProps {
  sides: readonly string[];
  code: string;
  onSent: () => void;
}

function Taking({ sides, code, onSent }: TakingProps) {
  const session = useSession();
  const { photos, keep, end, flush, unkept } = useRelayPhotos(code, sides);
  const fields = fieldsOf(sides);
  if (!photos) return <Preparing text={words.preparingPhotos} />;

  const send = async (given: RelayPhotos): Promise<Refusal | undefined> => {
    const ready = Object.entries(given).flatMap(([side, photo]) =>
      photo ? [{ side, name: photo.name, type: photo.type, bytes: photo.bytes }] : [],
    );
    const handed = await handToPhotoRelay(session, code, ready);
    const ended = handed.ok || handed.problem.code === 'not-found';
    if (ended) await end();
    if (!handed.ok) return { text: problemText(handed.problem) };
    onSent();
    return undefined;
  };
  return (
    <main className={styles.screen}>
      <StepForm
        answers={Object.fromEntries(fields.map(({ name }) => [name, photos[name] ?? null]))}
        schema={v.object(Object.fromEntries(fields.map(({ name }) => [name, fileAnswer()])))}
        onAnswers={(answers) => keep(photosIn(answers))}
        onContinue={(given) => send(photosIn(given))}
        unkept={unkept}
        continueLabel={words.send}
        accent
        heading={{ title: words.phoneTitle, aside: <LogoMark size={28} /> }}
        intro={<p className={styles.subtitle}>{words.phoneText}</p>}
      >
        <PhotoFields fields={fields} onBeforePick={flush} />
      </StepForm>
    </main>
  );
}

const photosIn = (given: Readonly<Record<string, unknown>>): RelayPhotos =>
  Object.fromEntries(Object.entries(given).map(([side, answer]) => [side, fileOf(answer)]));

/** The photo fields of these sides; unknown names are ignored. */
function fieldsOf(sides: readonly string[]): readonly Field[] {
  const all = countryRegister.flatMap(({ steps }) => steps.flatMap(({ fields }): readonly Field[] => fields));
  return sides.flatMap((side) => all.find(({ kind, name }) => kind === 'photo' && name === side) ?? []);
}
