/** The settings that switch a part of the product on and off for a tenant, and what its calls answer where it is off (403). */
export const switchedOff = {
  DRIVE_ENABLED: 'The drive is switched off',
  REVIEWS_ENABLED: 'Reviews are switched off',
  CONTENT_ENABLED: 'The knowledge centre is switched off',
  SHOW_ASSESSMENT: 'The self-assessment is switched off',
} as const
export type TenantSwitch = keyof typeof switchedOff
