import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Payment, Policy } from '#contract/policies.ts';
import { payments } from '#mirror/collections.ts';
import { usePolicy } from '#mirror/hooks.tsx';
import { type YearSheet, yearSheet } from '#rules/year-sheet.ts';
import { type AtScreen, collectionScreen } from '#screens/collection-screen.tsx';
import { NoneInYear } from '#screens/none-in-year.tsx';
import { useLocale } from '#screens/use-locale.ts';
import { Logo } from '#ui/base/logo.tsx';
import { Button } from '#ui/controls/button.tsx';
import { canShare, share } from '#ui/hooks/share.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { FigureTable } from '#ui/lists/figure-table.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { loadPdf, pdfFileOf } from './pdf-file.ts';
import styles from './statement-screen.module.css';

const LOADING = 'Preparando tu resumen...';

/** A year's payments as a sheet to share, save or print. What one sees is what the PDF shows. */
export const StatementScreen = collectionScreen({
  collection: payments,
  title: '',
  loading: LOADING,
  empty: { icon: 'pay', title: 'No tenemos pagos electrónicos que mostrarte' },
  use: useStatement,
});

function useStatement({ policyId, view }: AtScreen<Payment>) {
  const { year = '' } = useParams({ strict: false });
  const locale = useLocale();
  const policy = usePolicy(policyId);
  const rows = view.groups?.find(({ label }) => label === year)?.rows ?? NONE;
  const { at } = view;
  const sheet = useMemo(
    () => (policy && rows.length > 0 ? yearSheet({ policy, year, payments: rows, at, locale }) : null),
    [policy, year, rows, at, locale],
  );
  const isLoading = policy === undefined || view.partial;
  const none = <NoneInYear {...{ view, year, loading: LOADING }} nouns="pagos" icon="pay" />;
  return {
    title: `Resumen anual ${year}`,
    // The sheet names the policy.
    about: undefined,
    ...(isLoading && { state: 'loading' as const }),
    ...(!isLoading && policy && sheet && { foot: <Actions sheet={sheet} policy={policy} year={year} /> }),
    children: sheet ? <Sheet sheet={sheet} /> : none,
  };
}

const NONE: readonly Payment[] = [];

/** A share sheet opens only soon after the press, so what writes the PDF is loaded before. */
function Actions({ sheet, policy, year }: { sheet: YearSheet; policy: Policy; year: string }) {
  const failure = useFailure();
  useEffect(() => void loadPdf.ahead(), []);
  const { busy, run } = useBusy(async () => {
    failure.clear();
    try {
      const { yearPdf } = await loadPdf();
      await share(pdfFileOf(yearPdf(sheet), 'pagos', policy.PolicyNumber, year), sheet.title);
    } catch (error) {
      console.error('payments: no statement', error);
      failure.fail('No se pudo preparar el PDF. Inténtalo de nuevo.');
    }
  });
  const shares = canShare('application/pdf');
  return (
    <div className={styles.actions}>
      <Button look="primary" icon={shares ? 'share' : 'download'} loading={busy} onClick={run}>
        {shares ? 'Compartir PDF' : 'Guardar PDF'}
      </Button>
      <Button look="line" icon="print" onClick={() => window.print()}>
        Imprimir
      </Button>
      {failure.note}
    </div>
  );
}

function Sheet({ sheet }: { sheet: YearSheet }) {
  const { title, asOf, holder, policy, sums, heads, months, failed, notes } = sheet;
  return (
    <article className={styles.sheet} aria-label={title}>
      <div className="ends">
        <Logo size="small" />
        <p className="soft small">{asOf}</p>
      </div>
      <div>
        <h2 className={styles.title}>{title}</h2>
        <p className="soft small" dir="auto">
          {holder}
        </p>
        <p className="soft small" dir="auto">
          {policy}
        </p>
      </div>
      {sums.length > 0 && (
        <div className={styles.sums}>
          {sums.map(({ name, total, count }) => (
            <div key={name}>
              <p className="soft small">{name}</p>
              <p className={styles.total}>{total}</p>
              <p className="soft small">{count}</p>
            </div>
          ))}
        </div>
      )}
      {sums.length > 0 && (
        <FigureTable caption="Pagado en cada mes" hiddenCaption heads={['Mes', ...heads]}>
          {months.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={heads[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </FigureTable>
      )}
      <div className="stack-2">
        {failed && (
          <p className={styles.failed}>
            <b>{failed.lead}</b>
            {failed.rest}
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className="soft small">
            {note}
          </p>
        ))}
      </div>
    </article>
  );
}
