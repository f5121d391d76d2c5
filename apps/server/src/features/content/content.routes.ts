import { contentApi } from '@tradewind/contract/content/content.contract'
import { guardedRoutes } from '#kit/http/guardedRoutes'
import { history } from '#kit/record/history'
import { contentIsOn } from './content.enabled.ts'
import { contentEntity } from './content.table.ts'
import { picture } from './picture/picture.read.ts'
import { list } from './reading/list.ts'
import { get, readAt } from './reading/read.ts'
import { approve } from './writing/review.ts'
import { create, base, type Needs, update } from './writing/write.ts'

/** The knowledge centre. Bodies leave the server in `reading/shown` alone. */
export const contentRoutes = (needs: Needs) =>
  guardedRoutes(contentApi, contentIsOn(needs.settings), {
    list: list(needs),
    get: get(needs),
    slug: readAt(needs),
    picture: picture(needs.files),
    create: create(needs),
    update: update(needs),
    remove: base.remove,
    approve: approve(needs),
    history: history(contentEntity, contentApi.history.who),
  })
