import { screen } from '#kit/screen'

export const leadScreens = [
  screen('leads', 'features/lead/LeadList.tsx'),
  screen('lead/show/:uniqueId', 'features/lead/show/LeadShow.tsx'),
  screen('lead/convert/:uniqueId', 'features/lead/convert/LeadConvert.tsx'),
]
