/** What addresses begin with, the usual first: they are often written without. */
const beginnings: Record<string, readonly string[]> = {
  AMPARO_ADDRESS: ['https://', 'http://'],
  AMPARO_CORE_URL: ['https://', 'http://'],
  AMPARO_WEBHOOK_URL: ['https://', 'http://'],
  AMPARO_SMTP_URL: ['smtps://', 'smtp://'],
  AMPARO_FILES: ['s3://'],
};

/** A setting that makes no sense. */
export class BadSetting extends Error {
  override name = 'BadSetting';
  readonly setting: string;
  /** What the setting must begin with, and does not; '' when something else is wrong. */
  readonly beginning: string;
  constructor(setting: string, value?: string) {
    super(`the setting ${setting} is not valid`);
    this.setting = setting;
    const [usual = '', ...others] = beginnings[setting] ?? [];
    this.beginning = value === undefined || [usual, ...others].some((one) => value.startsWith(one)) ? '' : usual;
  }
}

/** A setting that serving customers takes, and that nobody gave. */
export class MissingSetting extends BadSetting {}
