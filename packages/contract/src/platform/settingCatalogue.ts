const phrase = (english: string) => english

/** How a value is written: a toggle, a figure, or one of several kinds of text. */
export type DataType = 'BOOLEAN' | 'NUMBER' | 'TEXT' | 'EMAIL' | 'LANGUAGE' | 'TIME_ZONE' | 'IMAGE'

interface Spec {
  dataType: DataType
  /** What holds until it is changed. */
  standard: boolean | number | string
  /** What people read: what it is called, and what it does. */
  name: string
  description: string
  /** Bounds of a figure. */
  least?: number
  most?: number
}
const catalogue = <const C extends Record<string, Spec>>(specs: C) => specs

/** What a tenant admin decides for the tenant. A feature adds its lines with what they change. */
export const tenantSettings = catalogue({
  DEFAULT_LANGUAGE: {
    dataType: 'LANGUAGE',
    standard: 'en',
    name: phrase('Default language'),
    description: phrase('Pages and mails speak it to whoever asks for no other that is spoken here.'),
  },
  TIME_ZONE: {
    dataType: 'TIME_ZONE',
    standard: '',
    name: phrase('Time zone'),
    description: phrase('Dates are shown in it to whoever has chosen none. Without one they follow each browser.'),
  },
  SESSION_IDLE_HOURS: {
    dataType: 'NUMBER',
    standard: 12,
    least: 1,
    most: 336,
    name: phrase('Hours until an idle session ends'),
    description: phrase('Whoever does nothing for so long signs in again.'),
  },
  NOTIFY_BY_EMAIL: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Notifications by mail'),
    description: phrase('What the bell tells is also sent by mail.'),
  },
  REVIEW_INVITATION_DAYS: {
    dataType: 'NUMBER',
    standard: 90,
    least: 1,
    most: 365,
    name: phrase('Days until a review invitation ends'),
    description: phrase('Who has not answered by then can no longer do so. It holds for invitations to come.'),
  },
  REVIEW_REPEAT_DAYS: {
    dataType: 'NUMBER',
    standard: 180,
    least: 30,
    most: 1825,
    name: phrase('Days until a customer may be asked for a review again'),
    description: phrase('Counted from their last answer. Of several answers of one customer the newest counts.'),
  },
  SHOW_PARTNERS: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Show partners'),
    description: phrase('Visitors browse the reviewed companies. The page of each stays where it is.'),
  },
  SHOW_ASSESSMENT: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Show the self-assessment'),
    description: phrase('Visitors take the free self-assessment. Results that were mailed stay where they are.'),
  },
  ALLOW_SIGN_UP: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Allow sign-up'),
    description: phrase('Visitors open free accounts by themselves.'),
  },
  CONTACT_EMAIL: {
    dataType: 'EMAIL',
    standard: '',
    name: phrase('Contact address'),
    description: phrase('Visitors find it at the foot of the pages, and answers to our mails go there.'),
  },
})

/** What the super admin decides for a tenant. */
export const tenantConfigurations = catalogue({
  TENANT_LOGO: {
    dataType: 'IMAGE',
    standard: '',
    name: phrase('Logo'),
    description: phrase('It leads the pages and the mails of the tenant.'),
  },
  MAX_USERS: {
    dataType: 'NUMBER',
    standard: 100_000,
    least: 1,
    most: 10_000_000,
    name: phrase('Users at most'),
    description: phrase('Nobody can be added beyond it. Who is there stays.'),
  },
  DRIVE_ENABLED: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Drive'),
    description: phrase('People keep and share files. Without it nobody reaches them, and nothing is lost.'),
  },
  DRIVE_UPLOAD_LIMIT_MB: {
    dataType: 'NUMBER',
    standard: 20,
    least: 1,
    most: 100_000,
    name: phrase('MB of one upload at most'),
    description: phrase('The files that are chosen for one upload of the drive may have so many MB together.'),
  },
  DRIVE_QUOTA_MB: {
    dataType: 'NUMBER',
    standard: 2048,
    least: 1,
    most: 10_000_000,
    name: phrase('MB of a drive at most'),
    description: phrase('What one person keeps, the trash included. Who has more loses nothing, and adds nothing.'),
  },
  REVIEWS_ENABLED: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Reviews'),
    description: phrase(
      'Members ask their customers and show a trust score. Without it nobody reaches them, and nothing is lost.',
    ),
  },
  CONTENT_ENABLED: {
    dataType: 'BOOLEAN',
    standard: true,
    name: phrase('Knowledge Centre'),
    description: phrase('Staff publish articles, audio and video. Without it nobody reaches them, and nothing is lost.'),
  },
  MASS_UPLOAD_ROWS: {
    dataType: 'NUMBER',
    standard: 200_000,
    least: 1,
    most: 200_000,
    name: phrase('Rows of a workbook at most'),
    description: phrase('Longer workbooks are refused by a mass upload.'),
  },
})

/** The parts of the product that the super admin switches on and off for a tenant. */
export const featureSwitches = ['DRIVE_ENABLED', 'REVIEWS_ENABLED', 'CONTENT_ENABLED'] as const
export type FeatureSwitch = (typeof featureSwitches)[number]

type Value<S extends Spec> = S['dataType'] extends 'BOOLEAN' ? boolean : S['dataType'] extends 'NUMBER' ? number : string
type Values<C extends Record<string, Spec>> = { [Key in keyof C]: Value<C[Key]> }

/** All that is decided for a tenant, by key. */
export type Decided = Values<typeof tenantSettings> & Values<typeof tenantConfigurations>
