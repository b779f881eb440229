import type { Country } from '#rules/wizard-country.ts';

/** V2.28: each paper opens in a window of its own, on a phone in the system's browser. */
export function Acceptance({ papers }: Pick<Country, 'papers'>) {
  return (
    <>
      Acepto las <Paper href={papers.conditions}>condiciones generales</Paper> y la{' '}
      <Paper href={papers.dataPolicy}>política de protección de datos</Paper>
    </>
  );
}

function Paper({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (PDF, se abre aparte)</span>
    </a>
  );
}
