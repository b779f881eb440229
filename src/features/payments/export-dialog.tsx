import type { Payment, Policy } from '#contract/policies.ts';
import type { Group } from '#mirror/group.ts';
import { fileName } from '#rules/joined.ts';
import { paymentsTable } from '#rules/payments-table.ts';
import { policyCurrency } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { countOf } from '#rules/years.ts';
import { deviceWord } from '#senses/this-device.ts';
import { handOver } from '#ui/hooks/hand-over.ts';
import { LazyDialog } from '#ui/layers/lazy-layer.tsx';
import { Row, RowGroup } from '#ui/lists/rows.tsx';

interface ExportDialogProps {
  open: boolean;
  onClose: () => void;
  policy: Policy;
  years: readonly Group<Payment>[];
  /** The payments that the search or filter matches; null while there is neither. */
  shown: readonly Group<Payment>[] | null;
  /** The year that they begin with, where older ones have not come to this device yet; else null. */
  since: string | null;
  /** The year on screen. */
  looked: string;
  locale: string;
}

/** Exports payments as a table for spreadsheets, or as a year's statement to print. Only a press exports anything. */
export function ExportDialog({ open, onClose, policy, years, since, shown, looked, locale }: ExportDialogProps) {
  const year = years.find(({ label }) => label === looked);
  const save = (of: readonly Group<Payment>[], name: string) => {
    const rows = of.flatMap((group) => group.rows);
    const paid = { policyNumber: policy.PolicyNumber, currency: policyCurrency(policy) };
    const file = `${fileName('pagos', policy.PolicyNumber, name)}.csv`;
    handOver(new File([paymentsTable(rows, paid, locale)], file, { type: 'text/csv;charset=utf-8' }));
    onClose();
  };
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title="Exportar tus pagos"
      description={`El archivo queda en tu ${deviceWord()} sin la protección de Amparo: guárdalo donde solo tú lo veas.`}
    >
      <RowGroup label="Qué exportar">
        {shown && (
          <Row
            icon="search"
            title="Tabla con lo que ves ahora"
            detail={`${countText(shown)}, en CSV para Excel`}
            onClick={() => save(shown, 'busqueda')}
          />
        )}
        {year && (
          <Row
            icon="download"
            title={`Tabla de ${year.label || 'pagos sin fecha'}`}
            detail={`${countText([year])}, en CSV para Excel`}
            onClick={() => save([year], year.label || 'sin-fecha')}
          />
        )}
        {(years.length > 1 || !year) && (
          <Row
            icon="download"
            title={since === null ? 'Tabla de todos los años' : `Tabla desde ${since}`}
            detail={`${countText(years)}, en CSV para Excel`}
            onClick={() => save(years, since === null ? 'todos' : `desde-${since}`)}
          />
        )}
        {year && year.label !== '' && (
          <Row
            icon="doc"
            title={`Resumen anual de ${year.label}`}
            detail="Para imprimir o guardar en PDF, por ejemplo para tus impuestos"
            to={screens.paidYear(policy.Policy, year.label)}
          />
        )}
      </RowGroup>
    </LazyDialog>
  );
}

function countText(years: readonly Group<Payment>[]): string {
  const count = countOf(years);
  return count === 1 ? '1 pago' : `${count} pagos`;
}
