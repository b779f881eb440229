import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { countryRegister } from '#countries/register.ts';
import { type FileAnswer, fileOf } from '#forms/answers.ts';
import { fileAnswer } from '#forms/schemas.ts';
import { type Refusal, StepForm } from '#forms/step-form.tsx';
import { problemText } from '#rules/problem-words.ts';
import type { Field } from '#rules/wizard-country.ts';
import { useSession } from '#session/hooks.ts';
import { handToPhotoRelay, isRelayCode } from '#session/photo-relay.ts';
import { LogoMark } from '#ui/logo.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PhotoFields } from './photo-fields.tsx';
import styles from './step-screen.module.css';
import { relayWords as words } from './words.ts';

/** On the phone, by the desk's code: the photos of the document, sent sealed to the desk that waits for them. */
export function RelayScreen() {
  const { sides: asked = '', code = '' } = useParams({ strict: false }) as { sides?: string; code?: string };
  const session = useSession();
  const [sent, setSent] = useState(false);
  const fields = fieldsOf(asked.split('-'));
  // What is good for one sending stays in no history.
  useEffect(() => {
    if (sent) window.history.replaceState(window.history.state, '', '#/registro/fotos/enviadas/-');
  }, [sent]);
  if (sent) return <Told title={words.sent} text={words.sentText} />;
  if (fields.length === 0 || !isRelayCode(code)) return <Told title={words.unusable} text={words.over} />;

  const send = async (photos: Record<string, FileAnswer>): Promise<Refusal | undefined> => {
    const ready = Object.entries(photos).map(([side, { name, type, bytes }]) => ({ side, name, type, bytes }));
    const handed = await handToPhotoRelay(session, code, ready);
    if (!handed.ok) return { text: problemText(handed.problem) };
    setSent(true);
    return undefined;
  };
  return (
    <main className={styles.screen}>
      <StepForm
        answers={Object.fromEntries(fields.map(({ name }) => [name, null]))}
        schema={v.object(Object.fromEntries(fields.map(({ name }) => [name, fileAnswer()])))}
        onContinue={(given) => send(photosIn(given))}
        continueLabel={words.send}
        accent
        heading={(titleRef) => (
          <>
            <PageHeader title={words.phoneTitle} titleRef={titleRef} aside={<LogoMark size={28} />} />
            <p className={styles.subtitle}>{words.phoneText}</p>
          </>
        )}
      >
        <PhotoFields fields={fields} onBeforePick={async () => undefined} />
      </StepForm>
    </main>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main className={styles.screen}>
      <PageHeader title={title} titleRef={heading} aside={<LogoMark size={28} />} />
      <p className="soft">{text}</p>
    </main>
  );
}

function photosIn(given: Readonly<Record<string, unknown>>): Record<string, FileAnswer> {
  const entries = Object.entries(given).map(([side, answer]) => [side, fileOf(answer)] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, FileAnswer] => entry[1] !== null));
}

/** The questions as every country asks them; names that are no side are none. */
function fieldsOf(sides: readonly string[]): readonly Field[] {
  const all = countryRegister.flatMap(({ steps }) => steps.flatMap(({ fields }): readonly Field[] => fields));
  return sides.flatMap((side) => all.find(({ kind, name }) => kind === 'photo' && name === side) ?? []);
}
