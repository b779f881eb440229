import { useAnswer } from '#forms/hooks.ts';
import type { Option } from '#rules/wizard-country.ts';
import { severalOf } from '#rules/wizard-fields.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldGroup } from '#ui/field.tsx';

interface SeveralFieldProps {
  name: string;
  label: string;
  hint?: string;
  options: readonly Option[];
}

/** Boxes of which at least one is ticked; the answer keeps the order of the options. */
export function SeveralField({ name, label, hint, options }: SeveralFieldProps) {
  const answer = useAnswer(name, label);
  const chosen = severalOf(answer.value);
  const tick = (value: string, now: boolean) =>
    answer.choose(options.map((option) => option.value).filter((one) => (one === value ? now : chosen.includes(one))));
  return (
    <div data-field={name}>
      <FieldGroup label={label} hint={hint} error={answer.error}>
        {options.map(({ value, label: text }) => (
          <Ticked key={value} text={text} checked={chosen.includes(value)} onTick={(now) => tick(value, now)} />
        ))}
      </FieldGroup>
    </div>
  );
}

function Ticked({ text, checked, onTick }: { text: string; checked: boolean; onTick: (now: boolean) => void }) {
  // The group's own id belongs to none of its boxes.
  return (
    <Checkbox id={undefined} checked={checked} onChange={(event) => onTick(event.target.checked)}>
      {text}
    </Checkbox>
  );
}
