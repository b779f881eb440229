import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/ui', rows: [
  ['V4.3', 'controls/switch.tsx', 'Switch', ['aria-disabled={off || undefined}', 'disabled={off}'], 'ui/switch', 'whose change is being sent', 'a switch that sends keeps the focus'],
  ['V2.19', 'layers/free-place.ts', 'useFreePlace', "argument querySelector is ':hover'", 'ui/free-place', 'not from under the pointer', 'a toast that a finger holds stays where it is'],
  ['S24', 'controls/text-area.tsx', 'TextArea', 'drop attribute autoComplete', 'ui/field', 'the browser may fill in', 'a text area keeps its text out of the browser’s session files'],
  ['S24', 'controls/text-input.tsx', 'fillingOf', 'condition is false', 'ui/field', 'the browser may fill in', 'a field that holds text names no purpose'],
  ['V4.3', 'controls/button.tsx', 'usePressing', 'condition off is true', 'ui/field', 'off can be reached', 'a button that is off does nothing'],
  ['H4.4', 'controls/button.tsx', 'usePressing', 'drop call say', 'ui/field', 'off can be reached', 'a button that is off says why'],
  ['V4.3', 'layers/confirm.tsx', 'Confirm', 'attribute loading is false', 'ui/layers', 'is busy until', 'a question answered once is asked of the server once'],
  ['H2.43', 'layers/list-layer.tsx', 'useListButton', ["open ? id : undefined", 'id'], 'ui/layers', 'a blank within a typed', 'a closed select names no list'],
  ['V4.7', 'layers/drag-down.ts', 'useDragDown', 'callee close is onClose', 'ui/layers', 'drawn anew while a finger', 'a drawer drawn anew under the finger goes on'],
  ['V2.19', 'hooks/title-focus.ts', 'useFocusBack', 'condition activeElement is true', 'ui/toast-region', 'leaves the focus in the', 'a toast pressed by a finger takes the focus from nobody'],
  ['F16 F36', 'hooks/use-last-known.ts', 'useLastKnown', 'return is now', 'features/unkept', 'a ticket form says that', 'evicted rows do not close an open form'],
  ['V4.2', 'controls/field.tsx', 'useDescription', 'operand announced is true', 'ui/field', 'a new error is said once', 'an error is not said a second time by the focus'],
  ['D71', 'lists/long-list.tsx', 'LongList', 'attribute key is index', 'ui/long-list', 'the focus stays with its', 'an item keeps its state and its element while others come and go above'],
  ['D71', 'lists/long-list.tsx', 'LongList', 'condition kept is false', 'ui/long-list', 'the item with the focus', 'the item with the focus stays rendered wherever it moves'],
  ['D71', 'lists/long-list.tsx', 'LongList', 'drop call useKeptPlace', 'ui/long-list', 'the page scrolls along', 'the page scrolls along with what comes above'],
  ['D71', 'lists/long-list.tsx', 'LongList', 'drop call get', 'features/payments/payments', 'what arrived or changed', 'what arrived or changed while one looks is marked'],
  ['H2.59', 'lists/long-list.tsx', 'LongList', 'drop call setFocused 1', 'ui/long-list', 'arrows, Home and End lead', 'a key leads to an entry that is not drawn yet'],
  ['H2.59', 'lists/tab-stop.ts', 'useTabStop', 'condition isNear is false', 'ui/long-list', 'Tab stops at one entry of', 'Tab comes back to the entry that had the focus'],
  ['H2.59', 'lists/tab-stop.ts', 'useTabIndex', 'call useContext is true', 'ui/long-list', 'Tab stops at one entry of', 'a long list is one Tab stop'],
  ['D81', 'layers/toast-time.ts', 'whetherBehind', 'operand isBlurred is false', 'ui/toast-region', 'stands while its window is', 'the time of a toast stands behind another window'],
  ['D81', 'layers/toast-time.ts', 'useEscape', 'drop call click', 'ui/toast-region', 'Escape hides the toast', 'Escape hides a toast'],
  ['H2.46', 'hooks/sticks.ts', 'sticks', [' - under + AIR_PX', ' + AIR_PX'], 'ui/sticks', 'of which a part lies under', 'what lies under the edge covers nothing'],
  ['H2.46', 'hooks/sticks.ts', 'belowButton', ['Math.round(below) - AIR_PX', 'Math.round(below) * 0'], 'ui/sticks', 'of which a part lies under', 'above a keyboard the button alone stays'],
  ['D81', 'states/failure.tsx', 'useFailure', 'drop call setText 1', 'ui/toast-region', 'stays readable at its place', 'what failed outlives its toast'],
] } satisfies Mutations;
