import { phrase } from '../kit/phrase.ts'
/** The type of a value: a toggle, a number, or one of several kinds of text. */
export type DataType = 'BOOLEAN' | 'NUMBER' | 'TEXT' | 'EMAIL' | 'LANGUAGE' | 'TIME_ZONE' | 'IMAGE'

interface Spec {
  dataType: DataType
  /** The default value. */
  defaultValue: boolean | number | string
  /** What people read: its name, and its description. */
  name: string
  description: string
  /** The bounds of a number. */
  min?: number
  max?: number
}
const catalogue = <const C extends Record<string, Spec>>(specs: C) => specs

/** The settings that a tenant admin decides. A feature adds its lines with what they change. */
export const tenantSettings = catalogue({
  DEFAULT_LANGUAGE: {
    dataType: 'LANGUAGE',
    defaultValue: 'en',
    name: phrase('Default language'),
    description: phrase('Used for pages and emails unless someone asks for another available language.'),
  },
  TIME_ZONE: {
    dataType: 'TIME_ZONE',
    defaultValue: '',
    name: phrase('Time zone'),
    description: phrase('Used to show dates to people who have not chosen a time zone. Without one, each browser decides.'),
  },
  SESSION_IDLE_HOURS: {
    dataType: 'NUMBER',
    defaultValue: 12,
    min: 1,
    max: 336,
    name: phrase('Hours until an idle session ends'),
    description: phrase('People sign in again after this much inactivity.'),
  },
  NOTIFY_BY_EMAIL: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Notifications by email'),
    description: phrase('Notifications are also sent by email.'),
  },
  REVIEW_INVITATION_DAYS: {
    dataType: 'NUMBER',
    defaultValue: 90,
    min: 1,
    max: 365,
    name: phrase('Days until a review invitation ends'),
    description: phrase('Customers cannot answer after that. Applies to new invitations.'),
  },
  REVIEW_REPEAT_DAYS: {
    dataType: 'NUMBER',
    defaultValue: 180,
    min: 30,
    max: 1825,
    name: phrase('Days until a customer may be asked for a review again'),
    description: phrase('Counted from their last answer. If a customer answers more than once, the newest answer counts.'),
  },
  REVIEW_REMINDERS: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Automatic review reminders'),
    description: phrase(
      'Campaigns can remind customers who have not answered after 7 and after 21 days, where their sender chose that. When off, only reminders sent by hand go out.',
    ),
  },
  SHOW_ALL_REMARKS: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Show all public remarks'),
    description: phrase(
      "A company's page shows every public remark below its testimonials. When off, the page says how many are not shown.",
    ),
  },
  SHOW_PARTNERS: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Show partners'),
    description: phrase("Visitors can browse the reviewed companies. Each company's own page stays online either way."),
  },
  SHOW_ASSESSMENT: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Show the self-assessment'),
    description: phrase('Visitors can take the free self-assessment. Results already sent stay online either way.'),
  },
  ALLOW_SIGN_UP: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Allow sign-up'),
    description: phrase('Visitors can create free accounts.'),
  },
  CONTACT_EMAIL: {
    dataType: 'EMAIL',
    defaultValue: '',
    name: phrase('Contact address'),
    description: phrase('Shown at the bottom of the public pages, and used for replies to our emails.'),
  },
  KEEP_TRAIL_DAYS: {
    dataType: 'NUMBER',
    defaultValue: 3650,
    min: 365,
    max: 36_500,
    name: phrase('Days the audit trail is kept'),
    description: phrase('Older entries are deleted permanently.'),
  },
  KEEP_TIMELINE_DAYS: {
    dataType: 'NUMBER',
    defaultValue: 3650,
    min: 90,
    max: 36_500,
    name: phrase('Days timelines are kept'),
    description: phrase('The older history of records and files is deleted permanently. The records and files stay.'),
  },
  KEEP_NOTIFICATION_DAYS: {
    dataType: 'NUMBER',
    defaultValue: 90,
    min: 7,
    max: 730,
    name: phrase('Days notifications are kept'),
    description: phrase('Older notifications are deleted permanently, read or not.'),
  },
  KEEP_PAGE_VIEW_DAYS: {
    dataType: 'NUMBER',
    defaultValue: 730,
    min: 30,
    max: 3650,
    name: phrase('Days page views are kept'),
    description: phrase('Older counts of visits to the public pages are deleted permanently.'),
  },
})

/** The settings for the number of days for which a tenant keeps data that would otherwise grow without limit. */
export type RetentionSetting = Extract<keyof typeof tenantSettings, `KEEP_${string}`>

/** The settings that the super admin decides for a tenant. */
export const tenantConfigurations = catalogue({
  TENANT_LOGO: {
    dataType: 'IMAGE',
    defaultValue: '',
    name: phrase('Logo'),
    description: phrase("Shown at the top of the tenant's pages and emails."),
  },
  MAX_USERS: {
    dataType: 'NUMBER',
    defaultValue: 100_000,
    min: 1,
    max: 10_000_000,
    name: phrase('Users at most'),
    description: phrase('No more users can be added beyond this number. Existing users stay.'),
  },
  DRIVE_ENABLED: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Drive'),
    description: phrase('People store and share files. When off, nobody can open them, and nothing is deleted.'),
  },
  DRIVE_UPLOAD_LIMIT_MB: {
    dataType: 'NUMBER',
    defaultValue: 20,
    min: 1,
    max: 100_000,
    name: phrase('Maximum size of one upload in MB'),
    description: phrase('The files of one drive upload can be this large in total.'),
  },
  DRIVE_QUOTA_MB: {
    dataType: 'NUMBER',
    defaultValue: 2048,
    min: 1,
    max: 10_000_000,
    name: phrase('Maximum size of a drive in MB'),
    description: phrase('The limit for one person, including the trash. Anyone over it keeps everything but cannot add more.'),
  },
  REVIEWS_ENABLED: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Reviews'),
    description: phrase(
      'Members ask customers for reviews and show a trust score. When off, nobody can open them, and nothing is deleted.',
    ),
  },
  CONTENT_ENABLED: {
    dataType: 'BOOLEAN',
    defaultValue: true,
    name: phrase('Knowledge Centre'),
    description: phrase('Staff publish articles, audio and video. When off, nobody can open them, and nothing is deleted.'),
  },
  MASS_UPLOAD_ROWS: {
    dataType: 'NUMBER',
    defaultValue: 200_000,
    min: 1,
    max: 1_000_000,
    name: phrase('Maximum rows in an import'),
    description: phrase('Longer text files are refused. Workbooks have 200,000 rows at most.'),
  },
})

/** The parts of the product that the super admin switches on and off for a tenant. */
export const featureSwitches = ['DRIVE_ENABLED', 'REVIEWS_ENABLED', 'CONTENT_ENABLED'] as const
export type FeatureSwitch = (typeof featureSwitches)[number]

type Value<S extends Spec> = S['dataType'] extends 'BOOLEAN' ? boolean : S['dataType'] extends 'NUMBER' ? number : string
type Values<C extends Record<string, Spec>> = { [Key in keyof C]: Value<C[Key]> }

/** All settings of a tenant, by key. */
export type SettingValues = Values<typeof tenantSettings> & Values<typeof tenantConfigurations>
