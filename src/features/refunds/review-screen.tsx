import { useEffect, useMemo, useState } from 'react';
import type { FileAnswer } from '#forms/answers.ts';
import { paperIcon, paperText } from '#forms/file-words.ts';
import { useAddresses } from '#forms/hooks.ts';
import { pagesOf } from '#forms/pages.ts';
import { PictureView } from '#forms/picture-view.tsx';
import type { Refusal } from '#forms/refusal.ts';
import { answersCheckedBy } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { openWords } from '#forms/step-note.tsx';
import { pageWords } from '#forms/words.ts';
import type { EditableItem } from '#outbox/withdraw.ts';
import { refusalIn } from '#requests/queue-words.ts';
import { useLeaving } from '#requests/use-leaving.ts';
import { mediaTypes } from '#rules/files.ts';
import { dotted } from '#rules/joined.ts';
import { type RefundField, refundFields, refundName, refundSteps } from '#rules/refund-form.ts';
import { askedOf } from '#rules/refund-request.ts';
import { refundReview, reviewedFiles } from '#rules/refund-review.ts';
import { stopsAhead } from '#rules/refund-timeline.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Icon } from '#ui/base/icon.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { focusRow, Review, type ReviewRow } from '#ui/lists/review.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { StepBar } from '#ui/states/step-bar.tsx';
import { isFile, type RefundForm, wireTexts } from './refund-draft.ts';
import type { StepScreenProps } from './refund-step-screen.tsx';
import { stillRefused } from './refused-fields.ts';
import styles from './review-screen.module.css';
import { Timeline } from './timeline.tsx';
import type { RequestInSteps } from './use-hand-in.ts';
import { usePatientNames, usePatientPronouns } from './use-patient-names.ts';

interface ReviewScreenProps extends StepScreenProps, Pick<RequestInSteps, 'correcting'> {
  /** The field that 'Cambiar' led to before. */
  changed: RefundField | null;
  onChange: (field: RefundField) => void;
  /** Hands the request in. */
  onSend: () => Promise<Refusal | undefined>;
}

const noAnswers = {};
const TITLE = 'Revisa y envía';
const LAST = 'Último paso';

/** 'Revisa y envía' (D73): the request as its detail will show it, with 'Cambiar' at each answer, and 'Enviar solicitud'. */
export function ReviewScreen(props: ReviewScreenProps) {
  const { type, form, hand, steps, notice, refused, correcting } = props;
  const online = useOnline();
  const byItself = useLeaving() === 'by-itself';
  // A refusal of what the request does not ask for could not be mended here, and is told above.
  const asked: readonly string[] = askedOf(type, wireTexts(form));
  const refusals = Object.entries(stillRefused(refused, form)).filter(([name]) => asked.includes(name));
  const problems = { ...Object.fromEntries(refusals), ...props.problemsOf(form) };
  const total = refundSteps[type].length;
  const rows = useRows(props, problems);
  const [returned] = useState(() => rowOf(rows, props.changed));
  useEffect(() => {
    if (returned) focusRow(returned);
  }, [returned]);
  return (
    <main className={styles.screen}>
      <StepForm
        className={styles.form}
        answers={noAnswers}
        schema={answersCheckedBy(() => problems)}
        unkept={hand.unkept}
        isPreparing={hand.isPreparing}
        onContinue={props.onSend}
        continueLabel="Enviar solicitud"
        incompleteText={openText(problems, form)}
        stepOf={(name) =>
          Object.hasOwn(refundFields, name)
            ? { label: refundFields[name as RefundField].label, go: () => props.onChange(name as RefundField) }
            : null
        }
        accent
        note={
          <LiveRegion>
            {!online && (
              <Banner icon="offline" tone="warn">
                <b>Sin conexión:</b> se guarda aquí y sale {byItself ? 'sola' : 'al abrir Amparo'}.
              </Banner>
            )}
          </LiveRegion>
        }
        aside={online && <p className="soft small center">Después podrás añadir documentos si hace falta.</p>}
        heading={{
          title: TITLE,
          onBack: steps.back,
          bar: <StepBar step={total} total={total} />,
          above: dotted(LAST, refundName(type), props.policy),
          windowTitle: `${TITLE} · ${LAST}`,
        }}
      >
        <div className={styles.letter}>
          {notice}
          {correcting && <Correction problem={correcting.item.problem} asked={asked} />}
          <Review title="Tus respuestas" hideTitle groups={rows} returned={returned} />
        </div>
        <section className={styles.next} aria-labelledby="next">
          <h2 id="next">Qué sigue</h2>
          <Timeline stops={stopsAhead(online, byItself)} brief />
        </section>
      </StepForm>
    </main>
  );
}

/** The rows of the answers, and those of the files. */
function useRows(
  { type, form, policyId, onChange }: ReviewScreenProps,
  problems: Readonly<Record<string, string>>,
): ReviewRow[][] {
  const locale = useLocale();
  const texts = wireTexts(form);
  const name = usePatientNames(policyId)({ paciente: '', ...texts });
  const pronoun = usePatientPronouns(policyId)(texts);
  const row = (names: readonly RefundField[], shown: Pick<ReviewRow, 'label' | 'lines' | 'picture'>): ReviewRow => {
    const wrong = names.filter((name) => Object.hasOwn(problems, name));
    const problem = wrong.map((name) => problems[name])[0];
    return {
      ...shown,
      name: names.join(' '),
      problem,
      onChange: () => onChange(wrong[0] ?? names[0] ?? 'importe'),
    };
  };
  const [amount, ...questions] = refundReview(type, texts, { name, pronoun }, locale).map(({ names, label, lines }) =>
    row(names, { label, lines: lines.map((text) => ({ text })) }),
  );
  const papers = reviewedFiles(type, texts).map((name) => {
    const file = isFile(name) ? form.files[name] : undefined;
    const text = file ? paperText(file, locale) : '';
    const { label } = refundFields[name];
    return row([name], { label: '', lines: [{ text: label }, { text }], picture: <Paper label={label} file={file} /> });
  });
  return [[...(amount ? [{ ...amount, isLead: true }] : []), ...questions], papers];
}

/** A small picture of a paper. A photo and its further pages open large; a PDF of the customer's own opens in its viewer. */
function Paper({ label, file }: { label: string; file: FileAnswer | undefined }) {
  const [open, setOpen] = useState(false);
  const pages = useMemo(() => pagesOf(file ?? null) ?? [], [file]);
  const addresses = useAddresses(pages);
  const isXml = file?.type === mediaTypes.xml;
  const picture = addresses[0] ? (
    <img className={styles.picture} src={addresses[0]} alt="" />
  ) : (
    <Icon name={paperIcon(file?.type ?? '')} />
  );
  // A browser may run what an XML holds, so it is never opened.
  if (!file || isXml) return <span className={styles.paper}>{picture}</span>;
  const show = () => {
    if (pages.length > 0) setOpen(true);
    else handOver(new File([file.bytes], file.name, { type: file.type }));
  };
  return (
    <>
      <button type="button" className={styles.paper} aria-label={`Ver: ${label}`} onClick={show}>
        {picture}
      </button>
      <PictureView
        open={open}
        pictures={addresses.map((address, index) => ({ name: pageWords.page(index + 1), address }))}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

const rowOf = (rows: readonly (readonly ReviewRow[])[], field: RefundField | null): string | null =>
  rows.flat().find(({ name }) => field !== null && name.split(' ').includes(field))?.name ?? null;

function openText(problems: Readonly<Record<string, string>>, form: RefundForm): string {
  const texts = wireTexts(form);
  const isMissing = (name: string) => (isFile(name) ? !form.files[name] : !texts[name]?.trim());
  return openWords(
    Object.keys(problems).map((name) => ({
      label: refundFields[name as RefundField].label,
      missing: isMissing(name),
    })),
  );
}

/** Tells that a queued request is being corrected, with the server's reasons that belong to no field. */
function Correction({ problem, asked }: { problem: EditableItem['problem']; asked: readonly string[] }) {
  const fields = Object.entries(problem?.fields ?? {});
  const general = fields.filter(([name]) => !Object.hasOwn(refundFields, name));
  const text = refusalIn(problem)?.text ?? '';
  // A file that is too large is reported at its field, and so are words that a row says.
  const isAtRow = fields.some(([name, words]) => asked.includes(name) && words === text);
  const said = problem?.code === 'too-large' || isAtRow ? '' : text;
  const words = [said, ...general.map(([, text]) => text)].filter(Boolean).join('. ');
  return (
    <Banner tone="warn" icon="edit">
      <b>Estás corrigiendo una solicitud pendiente.</b> {words || 'Revísala y envíala de nuevo.'}
    </Banner>
  );
}
