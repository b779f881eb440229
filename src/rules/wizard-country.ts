import type { PersonalInformation, RegistrationField, Residence } from '#contract/account.ts';
import type { StoreLinks } from '#countries/facts.ts';
import type { SavingsPlans } from '#countries/facts-shape.ts';
import type { DocumentNumberKind } from './document-numbers.ts';

/**
 * A country as plain data, without functions. The wizard, the server's check of a registration and the editors of personal
 * information read the same object. CONTRIBUTING.md says what a new country takes.
 */

/** The steps by their names in the spec (V2.20 to V2.27). */
export type TabId =
  | 'credenciales'
  | 'nacimiento'
  | 'sexo'
  | 'documentacion'
  | 'nacionalidad'
  | 'nombreApellidos'
  | 'domicilio'
  | 'telefono'
  | 'estadoCivil'
  | 'conyuge'
  | 'financiera'
  | 'pep';

/** Questions that only decide what else is asked; they are not sent. */
export type FormOnly =
  | 'emailConfirmacion'
  | 'passwordConfirmacion'
  | 'nacionalidadPropia'
  | 'preguntaEstadosUnidos'
  | 'otrosIngresos'
  | 'unSoloApellido'
  | 'unSoloApellidoConyuge';

export type PhotoSide = 'frontal' | 'reverso';

/** The key of an answer: a wire field, a question of the form only, or a photo. */
export type AnswerName = RegistrationField | FormOnly | PhotoSide;

/** Holds when the named answer is one of these texts. A tick answers 'si'. */
export interface Condition {
  readonly field: AnswerName;
  readonly is: readonly string[];
}

export interface Option {
  /** What is stored and sent. */
  readonly value: string;
  readonly label: string;
  /** The label's feminine form, for a woman's answer about herself. */
  readonly feminine?: string;
  readonly description?: string;
  /** Other names it is searched by (D54). */
  readonly also?: readonly string[];
  /** The heading of its group. */
  readonly group?: string;
  /** Shown even when a search finds no match: 'Otra'. */
  readonly fallback?: true;
  /** A country's dial prefix. */
  readonly prefix?: string;
  /** The country's area codes, when several countries share the prefix. */
  readonly areas?: readonly string[];
  /** The options below this one: the cantones of a provincia. */
  readonly below?: ListTree;
}

/** The lists that load when a step first needs them (V3.15). */
export type ListName =
  /** Those of a country, by its folder in `countries`. */
  | `places/${string}`
  | 'paises'
  | 'natales'
  | 'pasaportes'
  | 'nacionalidades'
  | 'telefonos'
  | 'actividades'
  | 'profesiones';

/** The options of a list. Places are nested: provincia, cantón, distrito. */
export type ListTree = readonly Option[];
export type Lists = Readonly<Partial<Record<ListName, ListTree>>>;

/** Where a question's options come from. `under` names the answers that lead down the tree, the outermost first. */
export type OptionSource =
  | { readonly options: readonly Option[] }
  | { readonly list: ListName; readonly under?: readonly AnswerName[] };

/** A choice's effect on other answers (V4.4). Without `on`, every choice has it. */
export interface Effect {
  readonly on?: readonly string[];
  readonly clears?: readonly AnswerName[];
  readonly sets?: Readonly<Partial<Record<AnswerName, string>>>;
}

/** How the server answers a question that is not sent from the fields that were sent, to check the same form. */
export type ReadBack =
  | { readonly copies: RegistrationField }
  /** 'si' when one of these was sent, else 'no'. */
  | { readonly whenSent: readonly RegistrationField[] }
  /** 'si' when the field is this text, else 'no'. */
  | { readonly when: RegistrationField; readonly is: string }
  /** 'si' when this was not sent, else 'no'. */
  | { readonly whenEmpty: RegistrationField };

interface FieldBase {
  readonly name: AnswerName;
  readonly label: string;
  /** The label's feminine form, for a question about the customer. */
  readonly feminineLabel?: string;
  /** Its short name, when the label is a sentence or unclear alone. */
  readonly calledAs?: string;
  readonly hint?: string;
  /** Shown only while all of these hold. */
  readonly when?: readonly Condition[];
  /** While all of these hold, the field is shown but another answer decides it. */
  readonly locked?: readonly Condition[];
  /** While all of these hold, the field is not asked and is sent empty (D80). */
  readonly excused?: readonly Condition[];
  /** May be left empty; what is typed must be valid (D79, D92). */
  readonly optional?: true;
  /** Its initial answer. */
  readonly initial?: string;
  /** Only on questions that are not sent. */
  readonly readBack?: ReadBack;
}

interface Choosing {
  readonly from: OptionSource;
  readonly effects?: readonly Effect[];
  /** Choices that another answer contradicts, with the text that says so. */
  readonly contradictions?: readonly Contradiction[];
}

interface Contradiction {
  readonly is: string;
  readonly when: readonly Condition[];
  readonly text: string;
}

export type Field = FieldBase &
  (
    | { readonly kind: 'email' | 'password' | 'name' | 'socialSecurity' }
    /** `guatemalan`: Guatemala's own numbers are taken too, which may be shorter and end in K (D79). */
    | { readonly kind: 'nit'; readonly guatemalan?: true }
    | { readonly kind: 'repeated'; readonly of: 'email' | 'password' }
    | { readonly kind: 'ticked'; readonly mandatory: boolean }
    | { readonly kind: 'text'; readonly fills?: 'address-line1' | 'address-level2' | 'organization' }
    | { readonly kind: 'date'; readonly rule: 'birth' | 'issue' }
    /** A document number; `type` is the answer that says of which kind of document. */
    | { readonly kind: 'document'; readonly type: 'tipoId' | 'tipoIdConyuge' }
    | {
        readonly kind: 'phone';
        readonly prefix: string | { readonly of: 'paisTelefono'; readonly list: ListName };
      }
    | { readonly kind: 'amount'; readonly symbol: string }
    | { readonly kind: 'photo' }
    | ({ readonly kind: 'select' } & Choosing)
    | ({ readonly kind: 'choice'; readonly layout: 'row' | 'list' } & Choosing)
    | { readonly kind: 'several'; readonly from: OptionSource }
  );

/** The fields of a kind. */
export type FieldOf<K extends Field['kind']> = Field extends infer F
  ? F extends { readonly kind: infer Kinds }
    ? K extends Kinds
      ? F
      : never
    : never
  : never;

export interface Step {
  readonly id: TabId;
  readonly title: string;
  readonly subtitle?: string;
  readonly fields: readonly Field[];
  /** The step is on the path only while all of these hold. */
  readonly when?: readonly Condition[];
  /** The call that asks the server, before the next step, whether the answer belongs to an account (V4.2). */
  readonly lookup?: { readonly call: 'checkEmail' | 'checkNif'; readonly field: 'email' | 'nif' };
}

/** V3.2 to V3.8. */
export interface DocumentType {
  readonly name: string;
  readonly number: DocumentNumberKind;
  readonly photos: readonly PhotoSide[];
}

/** A read-only line of the personal information. */
export interface ShownLine {
  readonly name: keyof PersonalInformation;
  readonly label: string;
  readonly as?: 'date' | 'yesNo';
}

/** Which of the registration's questions stand on which card of the personal information (H2.64 to H2.76). */
export interface CountryRecord {
  /** Read-only lines of the basic card that not every country has. */
  readonly basic?: readonly ShownLine[];
  readonly contact: readonly AnswerName[];
  readonly address: readonly AnswerName[];
  readonly financial: readonly AnswerName[];
  readonly spouse?: readonly AnswerName[];
  readonly legal?: readonly ShownLine[];
}

export interface Country {
  /** The value of residenciaFiscal. */
  readonly name: Residence;
  /** ISO 3166-1 code for the flag; null for a residence that is no single country. */
  readonly iso2: string | null;
  readonly steps: readonly Step[];
  readonly documents: readonly DocumentType[];
  /** Fields sent with every registration without a question. */
  readonly fixed: Readonly<Partial<Record<RegistrationField, string>>>;
  /** The picture of the wizard's loader (V2.14), an address of our own origin. */
  readonly picture: string;
  /** Addresses of the conditions and of the data policy on the product's public site (V2.28, V7.16). */
  readonly papers: { readonly conditions: string; readonly dataPolicy: string };
  /** Where the savings app is published for this country; null where it is not (V7.16, H2.27). */
  readonly stores: StoreLinks | null;
  readonly savings: SavingsPlans | null;
  readonly record: CountryRecord;
}
