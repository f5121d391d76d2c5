import { contentApi } from '@tradewind/contract/content/content.contract'
import { routesBehind } from '#kit/http/behind'
import { history } from '#kit/record/history'
import { contentIsOn } from './content.enabled.ts'
import { contentKind } from './content.table.ts'
import { picture } from './picture/picture.read.ts'
import { list } from './reading/list.ts'
import { get, readAt } from './reading/read.ts'
import { approve } from './writing/review.ts'
import { create, kept, type Needs, update } from './writing/write.ts'

/** The knowledge centre. Bodies leave the server in `reading/shown` alone. */
export const contentRoutes = (needs: Needs) =>
  routesBehind(contentApi, contentIsOn(needs.decisions), {
    list: list(needs),
    get: get(needs),
    slug: readAt(needs),
    picture: picture(needs.files),
    create: create(needs),
    update: update(needs),
    remove: kept.remove,
    approve: approve(needs),
    history: history(contentKind, contentApi.history.who),
  })
