import { ok } from '#contract/result.ts';
import type { Handler } from '../handler.ts';

/** POST /lecturas/revalidar: answers each read as if it came alone, and tells which would get 304. */
export const revalidate: Handler<'revalidate'> = async ({ input, reread }) => {
  const vigentes: number[] = [];
  // One after the other, so that one customer's question takes no more of the database than one screen.
  for (const [index, read] of input.lecturas.entries()) if ((await reread(read)) === 304) vigentes.push(index);
  return ok({ vigentes });
};
