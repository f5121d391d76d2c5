import type { Content } from '@tradewind/contract/site/content.contract'
import { opens } from '@tradewind/contract/plan'
import { useEffect, useState } from 'react'
import { useActor } from '#kit/session'
import { type Asked, inputOf } from './centre.address.ts'

interface Listed {
  posts: Content[]
  total: number
}

/**
 * The list as the server drew it for visitors. Who opens what is paid also finds what only a paid body says: then their own list takes its
 * place, once it has come. Where it does not come the other stays.
 */
export const useOwnList = (asked: Asked, drawn: Listed): Listed => {
  const actor = useActor()
  const sought = asked.q && opens(actor, 'PAID') ? JSON.stringify([actor.uniqueId, inputOf(asked)]) : ''
  const [own, setOwn] = useState<Listed & { sought: string }>()
  useEffect(() => {
    if (!sought) return
    const [, input] = JSON.parse(sought) as [string, ReturnType<typeof inputOf>]
    import('#kit/api/call')
      .then(({ call }) => call('GET /api/content/', input))
      .then(
        ({ rows, total }) => setOwn({ sought, posts: rows, total }),
        () => null,
      )
  }, [sought])
  return sought && own?.sought === sought ? own : drawn
}
