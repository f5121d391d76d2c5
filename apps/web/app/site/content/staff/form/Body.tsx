import { TextInput } from '@mantine/core'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { useText } from '#kit/text'
import { RichText } from '#ui/editor/RichText'
import { hostNames } from '#site/post/player/player'
import { Player } from '#site/post/player/Player'
import type { FieldOf } from './values.ts'

/** What is read; or the link to what is heard or seen, and what is said of it. */
export const Body = ({ field }: { field: FieldOf }) => {
  if (field('contentType').value === 'TEXT') return <RichText key="body" {...field('content')} height={320} isArticle />
  return (
    <>
      <LinkInput field={field} />
      <RichText key="description" {...field('seoText')} />
    </>
  )
}

/** Called by the host that the link leads to. Its player is shown as soon as the link is known. */
const LinkInput = ({ field }: { field: FieldOf }) => {
  const t = useText()
  const link = field('content')
  const address = String(link.value).trim()
  const embed = embedOf(address)
  const label = embed ? t('Link to {host}', { host: hostNames[embed.host] }) : t('Link to YouTube or Spotify')
  return (
    <>
      <TextInput {...link} label={label} type="url" inputMode="url" placeholder="https://" autoComplete="off" maxLength={2048} />
      {embed && <Player key={embed.url} title={String(field('title').value) || label} embed={embed} link={address} />}
    </>
  )
}
