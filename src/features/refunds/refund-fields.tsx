import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { AmountField } from '#forms/amount-field.tsx';
import { textOf } from '#forms/answers.ts';
import { ChoiceField, SelectField } from '#forms/choice-fields.tsx';
import { useAnswer } from '#forms/hooks.ts';
import { KnownAnswers } from '#forms/known-answers.tsx';
import { DateField, TextAreaField, TextField } from '#forms/text-fields.tsx';
import { TickBox } from '#forms/tick-box.tsx';
import { useLists } from '#forms/use-lists.ts';
import { formWords } from '#forms/words.ts';
import { usePolicy } from '#mirror/hooks.tsx';
import { addDays, today, toTypedDate } from '#rules/dates.ts';
import { currenciesFor, currencyNames } from '#rules/money.ts';
import { mostChars, NO_REPORT, type RefundField, refundFields } from '#rules/refund-form.ts';
import type { Option } from '#rules/wizard-country.ts';
import { useLocale } from '#screens/use-locale.ts';
import { useCustomer } from '#session/hooks.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Unloaded } from '#ui/states/unloaded.tsx';
import { InvoiceField } from './invoice-field.tsx';
import { DoctorField, KnownPlaces } from './known-fields.tsx';
import styles from './new-refund.module.css';
import type { PaperFacts } from './paper/reading.ts';
import { PaperField } from './paper-field.tsx';
import { PatientField } from './patient-field.tsx';
import { optionsFor } from './refund-draft.ts';

interface RefundFieldsProps {
  fields: readonly RefundField[];
  policyId: string;
  /** The patient chosen so far, as the field holds it. */
  patient?: string | undefined;
  onBeforePick: () => Promise<unknown>;
  /** What the invoice is compared with. */
  paper: PaperFacts;
}

/** The fields of a step, each by its kind. Amount and currency stand side by side. */
export function RefundFields({ fields, policyId, patient, onBeforePick, paper }: RefundFieldsProps) {
  const [folded, setFolded] = useState(false);
  const dates = fields.filter((name) => refundFields[name].kind === 'date').length;
  const draw = (name: RefundField) => (
    <OneField key={name} {...{ name, policyId, patient, onBeforePick, paper }} onFold={setFolded} />
  );
  return (
    <div className={classNames('stack-5', styles.fields)} data-two={dates > 1}>
      {fields.map((name) => {
        if (name === 'divisa') return null;
        // The card of the invoice shows both.
        if (name === 'importe' && folded) return null;
        if (name === 'importe') {
          return (
            <div key={name} className={`${styles.pair} ${styles.whole}`}>
              {draw('importe')}
              {draw('divisa')}
            </div>
          );
        }
        const isDate = refundFields[name].kind === 'date';
        return isDate ? (
          draw(name)
        ) : (
          <div key={name} className={styles.whole}>
            {draw(name)}
            {name === 'pais' && <KnownPlaces policyId={policyId} />}
          </div>
        );
      })}
    </div>
  );
}

interface OneFieldProps<Name extends RefundField = RefundField> extends Omit<RefundFieldsProps, 'fields'> {
  name: Name;
  label: string;
  onFold: (folded: boolean) => void;
}

type Kind = (typeof refundFields)[RefundField]['kind'];
/** The names of the fields of a kind. */
type Of<K extends Kind> = { [N in RefundField]: (typeof refundFields)[N]['kind'] extends K ? N : never }[RefundField];

/** One view per kind of field. A kind without one does not compile. */
const views: { [K in Kind]: (props: OneFieldProps<Of<K>>) => ReactNode } = {
  text: ({ name, label }) => <TextField name={name} label={label} most={mostChars.text} autoComplete="off" />,
  'long-text': ({ name, label }) => (
    <TextAreaField
      name={name}
      label={label}
      most={mostChars['long-text']}
      hint="Cuéntanos qué pasó, con tus palabras"
    />
  ),
  patient: ({ name, label, policyId, patient }) => (
    <PatientField name={name} label={label} policyId={policyId} chosen={patient} />
  ),
  date: ({ name, label }) => <RefundDate name={name} label={label} />,
  amount: ({ name, label }) => <RefundAmount name={name} label={label} />,
  currency: ({ name, label, policyId }) => <CurrencyField name={name} label={label} policyId={policyId} />,
  expense: ({ name, label }) => <SelectField name={name} label={label} options={optionsFor.expense} />,
  place: ({ name, label }) => <ChoiceField name={name} label={label} choices={optionsFor.place} layout="row" />,
  doctor: ({ name, label, policyId }) => <DoctorField name={name} label={label} policyId={policyId} />,
  country: ({ name, label }) => <CountryField name={name} label={label} />,
  file: ({ name, label, onBeforePick, paper, onFold }) => {
    if (name === 'reportePolicial') return <ReportField onBeforePick={onBeforePick} />;
    const field = { name, label, onBeforePick };
    return name === 'documentoFactura' ? (
      <InvoiceField {...paper} onFold={onFold}>
        {(reading) => <PaperField {...field} {...reading} />}
      </InvoiceField>
    ) : (
      <PaperField {...field} />
    );
  },
  // Stands beside the file that it replaces.
  absence: () => null,
};

function OneField(props: Omit<OneFieldProps, 'label'>) {
  const { label, kind } = refundFields[props.name];
  const view = views[kind] as (props: OneFieldProps) => ReactNode;
  return view({ ...props, label });
}

/** Most refunds are requested soon after the expense, so the two most frequent days are one press each. */
function RefundDate({ name, label }: { name: string; label: string }) {
  // The day is that of the press: the screen may stand open over midnight.
  const recent = ['Hoy', 'Ayer'].map((text, back) => ({
    text,
    get fills() {
      return { [name]: toTypedDate(addDays(today(new Date()), -back)) };
    },
  }));
  return (
    <div>
      <DateField name={name} label={label} />
      <KnownAnswers label="Hoy o ayer" about={label} answers={recent} hideLabel />
    </div>
  );
}

/** The police report, or the statement that there is none. Ticking the statement keeps a file that was attached before. */
function ReportField({ onBeforePick }: Pick<OneFieldProps, 'onBeforePick'>) {
  const none = useAnswer('sinReportePolicial', refundFields.sinReportePolicial.label);
  const without = none.value === NO_REPORT;
  return (
    <>
      {!without && (
        <PaperField name="reportePolicial" label={refundFields.reportePolicial.label} onBeforePick={onBeforePick} />
      )}
      <TickBox
        name="sinReportePolicial"
        answer={none}
        checked={without}
        onTick={(ticked) => none.choose(ticked ? NO_REPORT : '')}
      >
        {refundFields.sinReportePolicial.label}
      </TickBox>
    </>
  );
}

function RefundAmount(props: { name: string; label: string }) {
  const currency = useAnswer('divisa', refundFields.divisa.label);
  return <AmountField {...props} currency={textOf(currency.value)} locale={useLocale()} />;
}

/** H9.4: the currencies used at home come first. Of those that refunds are not paid in, only what the form has stays readable. */
function CurrencyField({ name, label, policyId }: { name: string; label: string; policyId: string }) {
  const open = useCustomer();
  const limits = usePolicy(policyId)?.RefundLimits;
  const chosen = useAnswer(name, label).value;
  const options = currenciesFor(open?.residence ?? '')
    .filter((code) => !limits || code === chosen || limits[code] !== undefined)
    .map((code) => ({ value: code, label: code, description: currencyNames[code] }));
  return <SelectField name={name} label={label} options={options} placeholder="Elige" />;
}

/** The country list loads with the step that shows it (D13). The customer's residence is filled in and comes first. */
function CountryField({ name, label }: { name: string; label: string }) {
  const residence = useCustomer()?.residence;
  const { lists, state, retry } = useLists(['paises']);
  const { paises } = lists;
  // A summary names the field by it, also while no list is there to choose from.
  const answer = useAnswer(name, label);
  const fillIn = useEffectEvent((country: string) => {
    if (answer.value === '') answer.choose(country);
  });
  const home = paises?.find(({ value }) => value === residence)?.value;
  // Only a value of the list is filled in: the residence 'Internacional' is no country.
  useEffect(() => {
    if (home) fillIn(home);
  }, [home]);
  const isOwn = (option: Option) => option.value === residence;
  const ordered = paises && [...paises.filter(isOwn), ...paises.filter((option) => !isOwn(option))];
  const chosen = textOf(answer.value);
  // What the draft has stays readable while the list is missing.
  const kept = chosen === '' ? [] : [{ value: chosen, label: chosen }];
  return (
    <>
      {(state !== 'failed' || kept.length > 0) && (
        <SelectField
          name={name}
          label={label}
          options={ordered ?? kept}
          disabled={!ordered}
          {...(!ordered && { placeholder: formWords.loadingList })}
        />
      )}
      {state === 'failed' && (
        <Unloaded
          title="No pudimos cargar la lista de países"
          text="Revisa tu conexión e inténtalo de nuevo."
          onRetry={retry}
        />
      )}
    </>
  );
}
