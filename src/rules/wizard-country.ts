import type { RegistrationField, Residence } from '#contract/account.ts';
import type { DocumentNumberKind } from './document-numbers.ts';

/**
 * What a country is to the registration: plain data, without a function in it. The wizard, the server's check of a registration
 * and the editors of personal information read the same object. A new country is one file and one line.
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

/** Questions whose answer decides what else is asked and is not sent itself. */
export type FormOnly =
  | 'emailConfirmacion'
  | 'passwordConfirmacion'
  | 'nacionalidadPropia'
  | 'preguntaEstadosUnidos'
  | 'otrosIngresos';

export type PhotoSide = 'frontal' | 'reverso';

/** What an answer is stored under: a wire field, a question of the form alone, or a photo. */
export type AnswerName = RegistrationField | FormOnly | PhotoSide;

/** Holds when the named answer is one of these texts. */
export interface Condition {
  readonly field: AnswerName;
  readonly is: readonly string[];
}

export interface Option {
  /** What is stored and sent, whichever of its names it was found by. */
  readonly value: string;
  readonly label: string;
  /** What a woman reads of herself instead of the label. */
  readonly feminine?: string;
  readonly description?: string;
  /** Other names it is searched by (D54). */
  readonly also?: readonly string[];
  /** The heading it stands under. */
  readonly group?: string;
  /** Stays in sight when a search finds nothing that fits: 'Otra'. */
  readonly fallback?: true;
  /** A country's dial prefix. */
  readonly prefix?: string;
  /** Where several countries share that prefix: what the country's numbers begin with. */
  readonly areas?: readonly string[];
  /** What the choice leads to: the cantones of a provincia. */
  readonly below?: ListTree;
}

/** The lists that load when a step first needs them (V3.15). */
export type ListName =
  | 'colombia'
  | 'costaRica'
  | 'dominicana'
  | 'ecuador'
  | 'guatemala'
  | 'paises'
  | 'natales'
  | 'pasaportes'
  | 'nacionalidades'
  | 'telefonos'
  | 'actividades'
  | 'profesiones';

/** The options of a list; those of a place lead to further ones: provincia, cantón, distrito. */
export type ListTree = readonly Option[];
export type Lists = Readonly<Partial<Record<ListName, ListTree>>>;

/** Where a question's options come from. `under` names the answers that lead down the tree, the outermost first. */
export type OptionSource =
  | { readonly options: readonly Option[] }
  | { readonly list: ListName; readonly under?: readonly AnswerName[] };

/** What choosing does to other answers (V4.4); without `on` any choice does it. */
export interface Effect {
  readonly on?: readonly string[];
  readonly clears?: readonly AnswerName[];
  readonly sets?: Readonly<Partial<Record<AnswerName, string>>>;
}

/** How a question that is not sent is answered from what was sent: the server checks the same form with it. */
export type ReadBack =
  | { readonly copies: RegistrationField }
  /** 'si' when one of these was sent, else 'no'. */
  | { readonly whenSent: readonly RegistrationField[] }
  /** 'si' when the field is this text, else 'no'. */
  | { readonly when: RegistrationField; readonly is: string };

interface FieldBase {
  readonly name: AnswerName;
  readonly label: string;
  /** The same as a woman is asked it, where the label speaks of a man. */
  readonly feminineLabel?: string;
  /** What it is called where it is named, when its label is a sentence or says too little by itself. */
  readonly calledAs?: string;
  readonly hint?: string;
  /** Shown only while all of these hold. */
  readonly when?: readonly Condition[];
  /** Shown, but decided by another answer while all of these hold. */
  readonly locked?: readonly Condition[];
  /** What it starts with. */
  readonly initial?: string;
  /** Only on questions that are not sent. */
  readonly readBack?: ReadBack;
}

interface Choosing {
  readonly from: OptionSource;
  readonly effects?: readonly Effect[];
}

export type Field = FieldBase &
  (
    | { readonly kind: 'email' | 'password' | 'name' | 'nit' | 'socialSecurity' }
    | { readonly kind: 'repeated'; readonly of: 'email' | 'password' }
    | { readonly kind: 'ticked'; readonly mandatory: boolean }
    | { readonly kind: 'text'; readonly fills?: 'street-address' | 'address-level2' | 'organization' }
    | { readonly kind: 'date'; readonly rule: 'birth' | 'issue' }
    /** A document number; `type` is the answer that says of which kind of document. */
    | { readonly kind: 'document'; readonly type: 'tipoId' | 'tipoIdConyuge' }
    | {
        readonly kind: 'phone';
        readonly prefix: string | { readonly of: 'paisTelefono'; readonly list: ListName };
        /** Where several countries share a prefix: what its numbers begin with. */
        readonly areas?: readonly string[];
      }
    | { readonly kind: 'amount'; readonly symbol: string }
    | { readonly kind: 'photo' }
    | ({ readonly kind: 'select' } & Choosing)
    | ({ readonly kind: 'choice'; readonly layout: 'row' | 'list' } & Choosing)
    | { readonly kind: 'several'; readonly from: OptionSource }
  );

export interface Step {
  readonly id: TabId;
  readonly title: string;
  readonly subtitle?: string;
  readonly fields: readonly Field[];
  /** The step is on the path only while all of these hold. */
  readonly when?: readonly Condition[];
  /** Asked of the server before going on (V4.2): whether the answer already belongs to an account. */
  readonly lookup?: { readonly call: 'checkEmail' | 'checkNif'; readonly field: 'email' | 'nif' };
}

/** V3.2 to V3.8. */
export interface DocumentType {
  readonly name: string;
  readonly number: DocumentNumberKind;
  readonly photos: readonly PhotoSide[];
}

/** A savings plan: what it pays on death, and on death by accident (H9.9). */
export interface SavingsPlan {
  readonly name: string;
  readonly death: number;
  readonly accidentalDeath: number;
}

export interface Country {
  /** The value of residenciaFiscal. */
  readonly name: Residence;
  /** Of ISO 3166-1 for its flag; null when it is no single country. */
  readonly iso2: string | null;
  readonly steps: readonly Step[];
  readonly documents: readonly DocumentType[];
  /** Sent with every registration without being asked. */
  readonly fixed: Readonly<Partial<Record<RegistrationField, string>>>;
  /** The picture of the wizard's loader (V2.14), an address of our own origin. */
  readonly picture: string;
  /** Addresses of the conditions and of the data policy on the product's public site (V2.28, V7.16). */
  readonly papers: { readonly conditions: string; readonly dataPolicy: string };
  /** Where the savings app is published for this country; null where it is not (V7.16, H2.27). */
  readonly stores: { readonly ios: string; readonly android: string } | null;
  readonly savings: { readonly currency: 'USD' | 'COP'; readonly plans: readonly SavingsPlan[] } | null;
}
