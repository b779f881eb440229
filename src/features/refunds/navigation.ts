import * as v from 'valibot';

/**
 * What a refund screen keeps in the history's state. Browsers write it to disk, so it holds ids and steps, never what a
 * customer typed or reads (D44).
 */
export interface RefundHistoryState {
  /** The refund whose detail is shown: a sent one by its id, a queued one by its key. */
  refund?: { policyId: string; refundId: string } | { policyId: string; key: string };
  /** The step of a new request, 1 to 4; without it, the choice of its type. */
  refundStep?: number;
  /** Key of the queued request that is being corrected. */
  refundEditing?: string;
  /** Key of the request that was just queued. */
  refundSent?: string;
  /** Id of the refund that a new request begins from. */
  refundRepeat?: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState extends RefundHistoryState {}
}

const ids = v.pipe(v.string(), v.nonEmpty());

const detailState = v.union([
  v.object({ policyId: ids, refundId: ids }),
  v.object({ policyId: v.fallback(v.string(), ''), key: ids }),
]);
export type DetailOf = v.InferOutput<typeof detailState>;

/** The refund in the history's state; null when there is none. */
export function detailIn(state: unknown): DetailOf | null {
  const parsed = v.safeParse(v.object({ refund: detailState }), state);
  return parsed.success ? parsed.output.refund : null;
}

const newRefundState = v.object({
  refundStep: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4))), undefined),
  refundEditing: v.fallback(v.optional(ids), undefined),
  refundSent: v.fallback(v.optional(ids), undefined),
  refundRepeat: v.fallback(v.optional(ids), undefined),
});

/** What the history's state says about a new request; `step` 0 is the choice of its type. */
export function positionIn(state: unknown): {
  step: number;
  editing: string | null;
  sent: string | null;
  repeat: string | null;
} {
  const parsed = v.safeParse(newRefundState, state);
  const { refundStep, refundEditing, refundSent, refundRepeat } = parsed.success ? parsed.output : {};
  return {
    step: refundStep ?? 0,
    editing: refundEditing ?? null,
    sent: refundSent ?? null,
    repeat: refundRepeat ?? null,
  };
}
