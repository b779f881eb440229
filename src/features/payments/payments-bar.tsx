import type { RefObject } from 'react';
import type { Payment } from '#contract/policies.ts';
import { countText } from '#rules/money.ts';
import { countOf } from '#rules/years.ts';
import type { ChosenFacet, Finding } from '#screens/finding.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Button } from '#ui/controls/button.tsx';
import { ChoicePill } from '#ui/controls/pill.tsx';
import { SearchInput } from '#ui/controls/search-input.tsx';
import { YearTabs } from '#ui/controls/year-tabs.tsx';
import { useWide } from '#ui/hooks/media.ts';
import styles from './payments-screen.module.css';

/** What a failed payment is told apart by. */
export const FAILED = 'Fallido';

/** Shows the failed payments alone, or all again. */
export const turn = ({ chosen, choose }: ChosenFacet): void => choose(chosen === null ? FAILED : null);

interface BarProps {
  finding: Finding<Payment>;
  narrow: boolean;
  /** Whether the search is shown. */
  isSearched: boolean;
  field: RefObject<HTMLInputElement | null>;
  year: string;
  /** The labels of what is shown. */
  years: readonly string[];
  onYear: (label: string) => void;
  /** How many failed; null while the list is not whole. */
  failed: number | null;
  onExport: () => void;
  /** Of what sticks. */
  stick: (piece: HTMLDivElement | null) => () => void;
}

/** The search, the export, and what sticks: the years, and on a phone the export. */
export function Bar(props: BarProps) {
  const { finding, year, years, onYear, failed, onExport, stick, field, narrow, isSearched } = props;
  const locale = useLocale();
  const wide = useWide();
  const exported = (
    <Button
      look="line"
      size={narrow ? 'small' : 'normal'}
      fit
      icon="download"
      className={styles.export ?? ''}
      aria-haspopup="dialog"
      disabled={failed === null}
      why="Estamos abriendo tus pagos. En un momento podrás exportarlos."
      onClick={onExport}
    >
      <span className={styles.name}>Exportar</span>
    </Button>
  );
  const tools = isSearched && (
    <div key="tools" className={styles.tools}>
      <div className={styles.search}>
        <SearchInput
          label={finding.label}
          value={finding.typed}
          onChange={finding.type}
          inputRef={field}
          result={resultText(finding, year)}
          resultHidden={(narrow && !finding.searching) || (wide && finding.by === '')}
        />
      </div>
      {!narrow && exported}
    </div>
  );
  const sticking = (
    <div key="years" ref={wide ? null : stick} className={styles.sticking}>
      <YearTabs years={years} current={finding.searching ? undefined : year} onChoose={onYear} />
      {/* On a phone the year's card has it. */}
      {(!narrow || finding.searching) &&
        finding.facets.map((facet) =>
          facet.options.includes(FAILED) ? (
            <ChoicePill key={facet.name} chosen={facet.chosen === FAILED} onChoose={() => turn(facet)}>
              Solo fallidos {failed === null ? '' : countText(failed, locale)}
            </ChoicePill>
          ) : null,
        )}
      {narrow && exported}
    </div>
  );
  return (
    <div className={styles.bar} ref={wide ? stick : null}>
      {/* As they are seen, so they are reached by Tab. */}
      {wide ? [sticking, tools] : [tools, sticking]}
    </div>
  );
}

interface Listed {
  year: string;
  partial: boolean;
  /** How many of the rows that are shown or told apart failed. */
  failed: number;
  locale: string;
}

/** What the list below shows, above it on a phone: '15 pagos aceptados', '2 pagos fallidos', 'Resultados'. */
export function headText(finding: Finding<Payment>, { year, partial, failed, locale }: Listed): string {
  const { scope, searching, facets } = finding;
  if (searching) return 'Resultados';
  if (partial || scope.length === 0) return year === '' ? 'Pagos' : `Pagos de ${year}`;
  const isFailed = failed === scope.length || facets.some(({ chosen }) => chosen === FAILED);
  const count = isFailed ? failed : scope.length - failed;
  const [noun, how] = count === 1 ? ['pago', ''] : ['pagos', 's'];
  return `${countText(count, locale)} ${noun} ${isFailed ? 'fallido' : 'aceptado'}${how}`;
}

/** '3 pagos fallidos de 2026', '1 pago de tu búsqueda' */
function resultText({ result, shown, facets, searching }: Finding<Payment>, year: string): string {
  const ofFailed = facets.some(({ chosen }) => chosen !== null) && (countOf(shown) === 1 ? 'fallido' : 'fallidos');
  const of = searching ? 'de tu búsqueda' : year && `de ${year}`;
  return [result, ofFailed, of].filter(Boolean).join(' ');
}
