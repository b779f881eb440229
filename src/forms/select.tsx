import { classNames } from '#ui/base/class-names.ts';
import { Icon } from '#ui/base/icon.tsx';
import { words } from '#ui/base/words.ts';
import { useFieldWiring } from '#ui/controls/field.tsx';
import { ListLayer, useListButton } from '#ui/layers/list-layer.tsx';
import { MAX_UNSEARCHED, OptionList, type SelectOption } from './option-list.tsx';
import styles from './select.module.css';

export type { SelectOption } from './option-list.tsx';

interface SelectProps {
  options: readonly SelectOption[];
  value: string | null;
  onChange: (value: string) => void;
  /** Name of the drawer and the list; pass the field's label. */
  title: string;
  placeholder?: string;
  disabled?: boolean;
}

/**
 * A choice from many options. It is a drawer from the lower edge on a phone and a dropdown on a wide screen, with the same
 * list. Long lists have a search that ignores accents.
 */
export function Select({ options, value, onChange, title, placeholder, disabled }: SelectProps) {
  const { button, layer, list, close } = useListButton();
  // A value stored under a name that has since changed stays chosen.
  const chosen =
    options.find((option) => option.value === value) ??
    options.find(({ also }) => value !== null && also?.includes(value));

  const searched = options.length > MAX_UNSEARCHED;
  const wiring = useFieldWiring();
  return (
    <>
      <button
        type="button"
        {...wiring}
        {...button}
        disabled={disabled}
        className={classNames(styles.trigger, !chosen && 'soft')}
      >
        <span className="slim" dir="auto">
          {chosen?.label ?? placeholder ?? words.choose}
        </span>
        <span className="soft firm">
          <Icon name="down" />
        </span>
      </button>
      <ListLayer {...layer} title={title} searched={searched}>
        <OptionList
          {...list}
          name={title}
          options={options}
          searched={searched}
          value={chosen?.value ?? null}
          onChoose={(next) => {
            onChange(next);
            close();
          }}
        />
      </ListLayer>
    </>
  );
}
