import { IconVideo } from '@tabler/icons-react'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import type { Feature } from '#kit/feature'
import { phrase } from '#kit/text'

export const webCallFeature: Feature = {
  menu: [
    {
      group: phrase('Advice'),
      text: phrase('Web calls'),
      about: phrase('Half an hour with a consultant, booked by members in the hours of the staff.'),
      path: 'webCall/list',
      list: { kind: 'webCall', sort: '-startsAt' },
      icon: IconVideo,
      count: 'GET /api/webCall/',
      // Members of smaller plans come by the letter of a call that they booked before.
      rules: [...webCallPolicy.create, ...webCallPolicy.hours],
    },
  ],
  kinds: [
    {
      kind: 'webCall',
      one: phrase('Web call'),
      many: phrase('Web calls'),
      icon: IconVideo,
      show: (uniqueId) => `webCall/show/${uniqueId}`,
    },
  ],
  screens: {
    work: {
      'webCall/list': 'site/member/WebCallList.tsx',
      'webCall/create': 'site/member/WebCallForm.tsx',
      'webCall/edit/:uniqueId': 'site/member/WebCallForm.tsx',
      'webCall/show/:uniqueId': 'site/member/WebCallShow.tsx',
      'webCall/hours': 'site/member/WebCallHours.tsx',
    },
  },
}
