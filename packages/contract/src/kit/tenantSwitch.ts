import { say } from './say.ts'

/** The settings that switch a part of the product on and off for a tenant, and what its calls answer where it is off (403). */
export const switchedOff = {
  DRIVE_ENABLED: say('The drive is switched off'),
  REVIEWS_ENABLED: say('Reviews are switched off'),
  CONTENT_ENABLED: say('The knowledge centre is switched off'),
  SHOW_ASSESSMENT: say('The self-assessment is switched off'),
} as const
export type TenantSwitch = keyof typeof switchedOff
