import { Text } from '@mantine/core'
import { generateHTML, generateJSON } from '@tiptap/core'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { useText } from '#kit/text'
import { PostBody } from '#site/content/open/PostBody'
import { articleExtensions } from '#ui/editor/extensions'
import type { Values } from './ContentForm.tsx'

/** Reduces an article's markup to what the editor supports. It contains nothing that can run, so it is safe to show. */
const reduceMarkup = (markup: string) => generateHTML(generateJSON(markup, articleExtensions), articleExtensions)

/** The input as readers would see it, without what the editor does not support. */
export const DraftPreview = ({
  title,
  contentType,
  content,
  seoText,
}: Pick<Values, 'title' | 'contentType' | 'content' | 'seoText'>) => {
  const t = useText()
  if (contentType === 'TEXT')
    return <PostBody content={{ title, contentType, content: reduceMarkup(content), seoText: null, embed: null }} />
  const embed = embedOf(content.trim()) ?? null
  if (!embed) return <Text>{t('Enter a link to YouTube or Spotify')}</Text>
  return <PostBody content={{ title, contentType, content: content.trim(), seoText: reduceMarkup(seoText), embed }} />
}
