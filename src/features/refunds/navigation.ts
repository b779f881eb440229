import * as v from 'valibot';
import { REVIEW, type RefundField, refundFields } from '#rules/refund-form.ts';

const ids = v.pipe(v.string(), v.nonEmpty());

/** The refund whose detail is shown: a sent one by its id, a queued one by its key. */
const detailState = v.union([
  v.object({ policyId: ids, refundId: ids }),
  v.object({ policyId: v.fallback(v.string(), ''), key: ids }),
]);
export type DetailOf = v.InferOutput<typeof detailState>;

const names = Object.keys(refundFields) as RefundField[];

const newRefund = v.object({
  /** The step of a new request, 1 to 4, or the review; without it, the choice of its type. */
  refundStep: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(REVIEW))), undefined),
  /** The field that the review lets the customer change: its step lies on top of the review. */
  refundChange: v.fallback(v.optional(v.picklist(names)), undefined),
  /** Key of the queued request that is being corrected. */
  refundEditing: v.fallback(v.optional(ids), undefined),
  /** Key of the request that was just queued. */
  refundSent: v.fallback(v.optional(ids), undefined),
  /** Id of the refund that a new request begins from. */
  refundRepeat: v.fallback(v.optional(ids), undefined),
});

/**
 * What a refund screen keeps in the history's state. Browsers write it to disk, so it holds ids and steps, never what a
 * customer typed or reads (D44).
 */
export type RefundHistoryState = v.InferOutput<typeof newRefund> & { refund?: DetailOf };

declare module '@tanstack/react-router' {
  interface HistoryState extends RefundHistoryState {}
}

/** The refund in the history's state; null when there is none. */
export const detailIn = (state: unknown): DetailOf | null =>
  v.parse(v.fallback(v.nullable(v.object({ refund: detailState })), null), state)?.refund ?? null;

/** What the history's state says about a new request; `step` 0 is the choice of its type. */
export function positionIn(state: unknown) {
  const {
    refundStep: step = 0,
    refundChange: change = null,
    refundEditing: editing = null,
    refundSent: sent = null,
    refundRepeat: repeat = null,
  } = v.parse(v.fallback(newRefund, {}), state);
  return { step, change, editing, sent, repeat };
}
