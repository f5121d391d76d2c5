import type { Project } from '@tradewind/contract/crm/project.contract'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { usePlaceLayer } from './usePlaceLayer.ts'

const PlaceDialog = lazyWithRetry(async () => (await import('./PlaceDialog.tsx')).PlaceDialog)

/** What is done with the companies of a project lies over its page. It is fetched with the first of it. */
export const PlaceLayer = ({ project }: { project: Project }) => {
  const { doing } = usePlaceLayer()
  const [opened, setOpened] = useState(false)
  if (doing && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <PlaceDialog project={project} />
      </Suspense>
    )
  )
}
