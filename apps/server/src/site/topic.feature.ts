import { topicStateNames } from '@tradewind/contract/site/member/topic.fields'
import { entityUse, type Feature } from '#kit/feature'
import type { AppContext } from '../appContext.ts'
import { takeVotesBack, topicRoutes } from './member/topic.routes.ts'
import { topicEntity } from './schema/topic.table.ts'

/** What members want to read: they propose topics and vote on them, administrators decide. */
export const topicFeature = (context: AppContext): Feature => ({
  routes: () => [topicRoutes(context)],
  entities: [entityUse(topicEntity, { search: { sort: '-votes', detail: ({ state }) => topicStateNames[state] } })],
  onUserDeleted: takeVotesBack,
})
