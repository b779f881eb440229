/** What the demo insurer's books say about one policy; days are counted from today, negative in the past. */
export interface DemoPolicy {
  id: string;
  number: string;
  ProductName: string;
  LineOfBusinessType: 'Life' | 'Health';
  VisualTimeInstance: 'VTUSA' | 'VTECU';
  IssuingCompany: string;
  OffshoreIndicator?: '1';
  ProducerName: string;
  InsuredAmount?: number;
  HealthCoverage?: number;
  HealthDeductible?: number;
  BalanceInquiry?: number;
  PolicyValuesType?: string;
  ModalPremium: number;
  PaymentFrequency: string;
  effectiveDay: number;
  lastPaidDay?: number;
  grace?: { day: number; days: number };
  avoidLapse?: number;
  /** Issue day of each bill that is not paid; due 30 days later, of the premium's amount. */
  billDays?: readonly number[];
  payments?: { count: number; everyDays: number; failedEvery?: number };
  /** Extra contributions that were accepted. */
  extras?: readonly { day: number; amount: number; currency: 'USD' | 'CRC' }[];
  documents?: number;
  beneficiaries?: readonly DemoBeneficiary[];
  insured?: readonly DemoInsured[];
}

export interface DemoBeneficiary {
  name: string;
  share: number;
  role: string;
  irrevocable?: true;
}

export interface DemoInsured {
  name: string;
  role: string;
  birth: string;
  gender: 'Femenino' | 'Masculino';
  smoker?: true;
  inactive?: true;
}

/** Someone the demo insurer knows, with an account or without one yet. */
export interface DemoPerson {
  nif: string;
  tipoId: string;
  /** Where they live, which is also where their document is from unless it is a passport. */
  residence: string;
  fullName: string;
  policies: readonly DemoPolicy[];
}

/** A person who also has an account. */
export interface DemoCustomer extends DemoPerson {
  email: string;
  nombre: string;
  personal: Record<string, string>;
  /** How many refunds on which policy, or one in each status when 'every-status'. */
  refunds?: { policyId: string; count: number | 'every-status' };
  tickets?: number | 'every-status';
}

/** Products that several demo policies share; a policy adds what is its own. */
export const products = {
  healthUsa: {
    ProductName: 'Salud Global Plus',
    LineOfBusinessType: 'Health',
    VisualTimeInstance: 'VTUSA',
    HealthCoverage: 500_000,
    HealthDeductible: 2_500,
    ModalPremium: 214.6,
    PaymentFrequency: 'Monthly',
  },
  healthEcuador: {
    ProductName: 'Salud Familiar',
    LineOfBusinessType: 'Health',
    VisualTimeInstance: 'VTECU',
    HealthCoverage: 120_000,
    HealthDeductible: 250,
    ModalPremium: 96.35,
    PaymentFrequency: 'Mensual',
  },
  lifeEcuador: {
    ProductName: 'Vida Tradición',
    LineOfBusinessType: 'Life',
    VisualTimeInstance: 'VTECU',
    InsuredAmount: 80_000,
    ModalPremium: 412,
    PaymentFrequency: 'Anual',
  },
  lifeFlexible: {
    ProductName: 'Vida Universal Flexible',
    LineOfBusinessType: 'Life',
    VisualTimeInstance: 'VTUSA',
    PolicyValuesType: 'Non-Traditional Life Values',
    InsuredAmount: 250_000,
    BalanceInquiry: 18_420.75,
    ModalPremium: 165,
    PaymentFrequency: 'Monthly C/C',
  },
  lifeTraditional: {
    ProductName: 'Vida Entera Protección',
    LineOfBusinessType: 'Life',
    VisualTimeInstance: 'VTUSA',
    PolicyValuesType: 'Traditional Life Values',
    InsuredAmount: 150_000,
    ModalPremium: 378.4,
    PaymentFrequency: 'Quarterly',
  },
} as const satisfies Record<string, Partial<DemoPolicy>>;

/** A Colombian health policy is in pesos. */
export const healthInPesos = {
  HealthCoverage: 800_000_000,
  HealthDeductible: 4_000_000,
  ModalPremium: 690_000,
} as const satisfies Partial<DemoPolicy>;
