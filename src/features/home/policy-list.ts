import { lazyLayer } from '#ui/layers/lazy-layer.tsx';
import type { PolicyListDialogProps } from './policy-list-dialog.tsx';

export const PolicyListDialog = lazyLayer<PolicyListDialogProps>(() =>
  import('./policy-list-dialog.tsx').then((piece) => piece.PolicyListDialog),
);
