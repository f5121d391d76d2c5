import { Image, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DriveItem } from '@tradewind/contract/drive/item'
import { ask } from '#kit/api/call'
import { useText } from '#kit/text'

const shows = /\.(png|jpe?g|gif|webp|avif|tiff?)$/i

/** A picture made from the file, where one can be made. */
export const Preview = ({ item: { uniqueId, name, updatedAt } }: { item: DriveItem }) => {
  const t = useText()
  const isPicture = shows.test(name)
  const { data, isPending } = useQuery({
    queryKey: ['preview', uniqueId, updatedAt],
    queryFn: async () => (await ask('POST /api/files/ticket', { uniqueId, preview: true }, {})).data.url,
    enabled: isPicture,
    staleTime: 50_000,
  })
  if (!isPicture) return null
  if (isPending) return <Skeleton h={180} />
  return <Image src={data} alt={t('Preview of {name}', { name })} mah={320} fit="contain" radius="sm" />
}
