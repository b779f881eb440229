import type { RefundFile } from '#contract/refunds.ts';
import { FileField, type FileFieldProps } from '#forms/file-field.tsx';
import { useReceived } from '#outbox/hooks.ts';
import { usePhotos } from '#photos/hooks.ts';
import { refundFileLimits } from '#rules/refund-form.ts';
import { useLocale } from '#screens/use-locale.ts';
import { paperPixels } from '#settings/settings.ts';

interface PaperFieldProps extends Omit<FileFieldProps, 'photos' | 'locale' | 'limit' | 'maxEdge' | 'received'> {
  name: RefundFile | 'documento';
}

/** The field for a paper of a refund, or for one that is added to it. */
export const PaperField = (field: PaperFieldProps) => (
  <FileField
    {...field}
    photos={usePhotos()}
    locale={useLocale()}
    limit={refundFileLimits[field.name]}
    maxEdge={paperPixels}
    received={useReceived()}
  />
);
