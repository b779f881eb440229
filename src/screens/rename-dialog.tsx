import * as v from 'valibot';
import type { Result } from '#contract/result.ts';
import type { Refusal } from '#forms/refusal.ts';
import { StepForm } from '#forms/step-form.tsx';
import { TextField } from '#forms/text-fields.tsx';
import { problemText } from '#rules/problem-words.ts';
import { Dialog } from '#ui/layers/dialog.tsx';

interface RenameDialogProps {
  /** The name until now. */
  name: string;
  schema: v.GenericSchema<string, string>;
  /** How many characters it may have. */
  most: number;
  hint?: string;
  /** Closes the dialog when it succeeds; what the server refuses is said in it. */
  onRename: (name: string) => Promise<Result<unknown>>;
  onClose: () => void;
}

/** Asks for another name of something that the customer names. */
export function RenameDialog({ name, schema, most, hint, onRename, onClose }: RenameDialogProps) {
  const rename = async (given: { name: string }): Promise<Refusal | undefined> => {
    const renamed = await onRename(given.name);
    return renamed.ok ? undefined : { text: problemText(renamed.problem) };
  };
  return (
    <Dialog open onClose={onClose} title="Cambiar nombre">
      <StepForm
        answers={{ name }}
        schema={v.object({ name: schema })}
        onContinue={rename}
        continueLabel="Guardar"
        incompleteText="Escribe un nombre."
      >
        <TextField name="name" label="Nombre" hint={hint} most={most} autoComplete="off" />
      </StepForm>
    </Dialog>
  );
}
