import type { Context, MiddlewareHandler } from 'hono';
import type { Problem } from '#contract/result.ts';
import { problemAnswer, statusOf, textOf } from './problems.ts';

declare module 'hono' {
  interface ContextVariableMap {
    asPage: AsPage | undefined;
  }
}

/** The page that says what went wrong. */
type AsPage = (c: Context, text: string, status: number) => Response;

/** For pages that the server writes itself: whoever opened one reads there what went wrong, and no JSON. */
export const asPages =
  (page: AsPage): MiddlewareHandler =>
  async (c, next) => {
    c.set('asPage', page);
    await next();
  };

/** A problem in the form that its caller reads. */
export function tellProblem(c: Context, problem: Problem): Response {
  const page = c.get('asPage');
  if (!page) return problemAnswer(problem);
  const answer = page(c, textOf(problem), statusOf(problem));
  if (problem.retryAfter !== undefined) answer.headers.set('Retry-After', String(problem.retryAfter));
  return answer;
}
