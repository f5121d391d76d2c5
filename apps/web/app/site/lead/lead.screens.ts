import { screen } from '#kit/screen'

export const leadScreens = [
  screen('leads', 'site/lead/LeadList.tsx'),
  screen('lead/show/:uniqueId', 'site/lead/LeadShow.tsx'),
  screen('lead/convert/:uniqueId', 'site/lead/LeadConvert.tsx'),
]
