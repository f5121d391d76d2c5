import { Button, Checkbox, Group, Radio, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { type ArticleType, articleTypes, type ContentStatus, type ContentType } from '@tradewind/contract/site/content.constants'
import type { StaffContent, Version } from '@tradewind/contract/site/content.contract'
import { embedOf } from '@tradewind/contract/site/contentLink'
import { contentPolicy } from '@tradewind/contract/site/policies'
import { Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useActor } from '#kit/session'
import { isLanguage, languageNames, languages, type Translate, useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { hostNames, Player } from '#site/content/open/PostBody'
import { RichText } from '#ui/editor/RichText'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { toInstant, toMomentInput } from '#ui/form/moment'
import { MomentInput } from '#ui/form/MomentInput'
import { NativeSelect } from '#ui/form/NativeSelect'
import { SearchSelect } from '#ui/form/SearchSelect'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { QueryContent } from '#ui/page/states'
import { formatMoment } from '#ui/values/dates'
import {
  articleTypeOptions,
  categoryOptions,
  contentFormatter,
  formatOptions,
  labelsIn,
  toStaffContent,
} from './contentWords.tsx'
import { PreviewDialog } from './PreviewDialog.tsx'

export const emptyValues = {
  contentType: 'TEXT' as ContentType,
  title: '',
  language: '',
  translationOf: null as Pick<Version, 'uniqueId' | 'title'> | null,
  category: '',
  articleTypes: [] as ArticleType[],
  content: '',
  seoText: '',
  isPaidContent: true,
  status: '' as ContentStatus | '',
  publishAt: '',
  /** The unused value of body or link while the other type is selected, so that nothing typed is lost by switching types. */
  aside: '',
}
export type Values = typeof emptyValues
type FieldOf = (name: keyof Values) => FieldProps

/** The fields that change with the type. Types with a body and types with a link swap their values. */
export const changeType = (
  { contentType, content, aside }: Pick<Values, 'contentType' | 'content' | 'aside'>,
  next: ContentType,
) => {
  const swaps = (contentType === 'TEXT') !== (next === 'TEXT')
  return swaps ? { contentType: next, content: aside, aside: content } : { contentType: next }
}

/** The status after saving. A user who may not publish submits for review, also when they change published content. */
export const statusAfter = (status: ContentStatus | '', mayPublish: boolean): ContentStatus => {
  if (mayPublish) return status || 'PUBLISHED'
  return status === 'DRAFT' ? 'DRAFT' : 'IN_REVIEW'
}

/** The values as they are sent. An incomplete date and time is sent as it is, so that the server reports it. */
export const inputMapper = (zone: string) =>
  function toInput(
    { aside: _aside, status, language, translationOf, publishAt, seoText, ...fields }: Partial<Values>,
    { contentType }: Values,
  ) {
    return {
      ...fields,
      ...(language && { language }),
      ...(translationOf !== undefined && { translationOf: translationOf?.uniqueId ?? null }),
      ...(status && { status }),
      ...(publishAt !== undefined && { publishAt: toMomentInput(publishAt, zone) || null }),
      ...(seoText !== undefined && { seoText: contentType === 'TEXT' ? '' : seoText }),
    }
  }

export const handle = { name: phrase('New content'), editName: phrase('Edit content') }
export const clientLoader = guard({ rules: contentPolicy.create, editRules: contentPolicy.update })

const requiredFields = ['contentType', 'title', 'category', 'articleTypes', 'content', 'seoText'] as const

/** The values with which a translation starts: those of the article, whose text is then overwritten, as a draft. */
export const translationOf = (original: StaffContent, language: string): Values => {
  const { uniqueId, title, contentType, category, content, seoText, isPaidContent } = original
  const copied = { title, contentType, category, content: content ?? '', seoText: seoText ?? '', isPaidContent }
  return {
    ...emptyValues,
    ...copied,
    articleTypes: [...original.articleTypes],
    language,
    translationOf: { uniqueId, title },
    status: 'DRAFT',
  }
}

/** Creates or edits content: an article, or a link with a description. The address may name an article to translate. */
export default function ContentForm() {
  const t = useText()
  const { uniqueId } = useParams()
  const [originalId] = useParam('translate')
  const [language] = useParam('language')
  if (uniqueId || !originalId) return <Form title={t('New content')} />
  return (
    <NewTranslation key={`${originalId} ${language}`} originalId={originalId} language={isLanguage(language) ? language : ''} />
  )
}

/** Starts with the text of the original. */
const NewTranslation = ({ originalId, language }: { originalId: string; language: string }) => {
  const t = useText()
  const read = useRecord('content', originalId)
  return (
    <QueryContent of={read} height={420}>
      {(original) => (
        <Form
          title={t('Translation of {name}', { name: original.title })}
          start={translationOf(toStaffContent(original), language)}
        />
      )}
    </QueryContent>
  )
}

/** `start`: the values of new content. A translation has its own draft. */
const Form = ({ title: newTitle, start = emptyValues }: { title: string; start?: Values }) => {
  const t = useText()
  const zone = useZone()
  const { translationOf: original, language } = start
  return (
    <FormPage<'content', Values, 'aside'>
      kind="content"
      listTitle={t('Content')}
      newTitle={newTitle}
      nameOf={({ title }) => title}
      empty={start}
      {...(original && { preset: { translationOf: original, language } })}
      labels={{ ...labelsIn(t), aside: '' }}
      required={requiredFields}
      show={contentFormatter(t, zone)}
      sent={inputMapper(zone)}
    >
      {(field) => (
        <>
          <TypeSelect field={field} />
          <TextInput {...field('title')} autoComplete="off" maxLength={300} />
          <LanguageSelect {...field('language')} />
          <TranslationSelect {...field('translationOf')} />
          <CategorySelect {...field('category')} />
          <ArticleTypes {...field('articleTypes')} />
          <BodyFields field={field} />
          <MonetizationChoice {...field('isPaidContent')} />
          <StatusField status={field('status')} publishAt={field('publishAt')} />
          <PreviewButton field={field} />
        </>
      )}
    </FormPage>
  )
}

const TypeSelect = ({ field }: { field: FieldOf }) => {
  const t = useText()
  const { onChange: _, ...type } = field('contentType')
  const choose = (next: ContentType) => {
    const values = { contentType: type.value as ContentType, content: field('content').value, aside: field('aside').value }
    for (const [name, value] of Object.entries(changeType(values, next))) field(name as keyof Values).onChange(value)
  }
  return <NativeSelect {...type} data={formatOptions(t)} onChange={(event) => choose(event.currentTarget.value as ContentType)} />
}

/** New content may have the tenant's default language, whatever that is; content that exists has a language. */
const LanguageSelect = (field: FieldProps) => {
  const t = useText()
  const { uniqueId } = useParams()
  const languageOptions = languages.map((code) => ({ value: code, label: languageNames[code] }))
  const newOptions = [{ value: '', label: t('Default language') }, ...languageOptions]
  return <NativeSelect {...field} data={uniqueId ? languageOptions : newOptions} />
}

/** Selects the article of which this one is a translation. */
const TranslationSelect = ({ value, onChange, ...field }: FieldProps) => {
  const t = useText()
  const article = value as Values['translationOf']
  return (
    <SearchSelect
      {...field}
      description={t('Readers are offered all languages of an article, and find it once in the knowledge centre.')}
      clearable
      route="GET /api/content/"
      query={{ status: 'ALL', sort: '-dateCreated', bodies: false }}
      nameOf={({ title }) => title}
      hintOf={({ language }) => languageNames[language]}
      value={article?.uniqueId ?? null}
      selectedName={article?.title}
      onChoose={(found) => onChange(found && { uniqueId: found.uniqueId, title: found.title })}
    />
  )
}

const CategorySelect = (field: FieldProps) => {
  const t = useText()
  return <NativeSelect {...field} data={[{ value: '', label: t('Choose a category'), disabled: true }, ...categoryOptions(t)]} />
}

const MonetizationChoice = ({ label, error, id, value, onChange }: FieldProps) => {
  const t = useText()
  return (
    <Radio.Group
      label={label}
      error={error}
      value={value ? 'PAID' : 'FREE'}
      onChange={(chosen) => onChange(chosen === 'PAID')}
      description={t('Paid content is for subscribers. Training, paid or not, is for the plan Advance and above.')}
    >
      <Group mt="xs">
        <Radio id={id} value="PAID" label={t('PAID')} />
        <Radio value="FREE" label={t('FREE')} />
      </Group>
    </Radio.Group>
  )
}

/** The text to read; or the link to audio or video, and its description. */
const BodyFields = ({ field }: { field: FieldOf }) => {
  if (field('contentType').value === 'TEXT') return <RichText key="body" {...field('content')} height={320} isArticle />
  return (
    <>
      <LinkInput field={field} />
      <RichText key="description" {...field('seoText')} />
    </>
  )
}

/** The label names the host of the link. The player is shown as soon as the link is recognized. */
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

const DraftPreview = lazyWithRetry(async () => (await import('./DraftPreview.tsx')).DraftPreview)

/** Previews the input as readers would see it. */
const PreviewButton = ({ field }: { field: FieldOf }) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const valueOf = (name: Parameters<FieldOf>[0]) => field(name).value as never
  return (
    <div>
      <Button variant="default" leftSection={<IconEye size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('Preview')}
      </Button>
      <PreviewDialog opened={opened} title={valueOf('title') || t('New content')} onClose={() => setOpened(false)}>
        <Suspense fallback={<Skeleton height={240} />}>
          <DraftPreview
            title={valueOf('title')}
            contentType={valueOf('contentType')}
            content={valueOf('content')}
            seoText={valueOf('seoText')}
          />
        </Suspense>
      </PreviewDialog>
    </div>
  )
}

const statusChoices: readonly { value: ContentStatus; label: string }[] = [
  { value: 'DRAFT', label: phrase('Save draft') },
  { value: 'IN_REVIEW', label: phrase('Submit for review') },
  { value: 'PUBLISHED', label: phrase('Publish') },
]

/** The status after saving, the time of publication, and an explanation. */
const StatusField = ({ status, publishAt }: { status: FieldProps; publishAt: FieldProps }) => {
  const t = useText()
  const zone = useZone()
  const mayPublish = can(useActor(), contentPolicy.approve)
  const instant = toInstant(String(publishAt.value), zone)
  const next = statusAfter(status.value as ContentStatus | '', mayPublish)
  const offered = statusChoices.filter(({ value }) => mayPublish || value !== 'PUBLISHED')
  return (
    <Stack gap="sm">
      <Radio.Group label={t('When it is saved')} value={next} onChange={status.onChange} error={status.error}>
        <Stack gap="xs" mt="xs">
          {offered.map(({ value, label }, at) => (
            <Radio key={value} value={value} label={t(label)} {...(at === 0 && { id: status.id })} />
          ))}
        </Stack>
      </Radio.Group>
      {next === 'PUBLISHED' && (
        <Stack gap={4}>
          <Text component="span" size="sm" fw={500}>
            {t('Publish time')}
          </Text>
          <MomentInput {...publishAt} />
        </Stack>
      )}
      <Text size="sm" c="dimmed" role="status">
        {(instant || !publishAt.value || next === 'DRAFT') && describeOutcome(t, next, instant, zone)}
      </Text>
    </Stack>
  )
}

/** Describes in a sentence what saving will do. */
const describeOutcome = (t: Translate, next: ContentStatus, at: string, zone: string) => {
  if (next === 'DRAFT') return t('Only writers can see it.')
  if (next === 'IN_REVIEW') return t('A tenant admin will publish it or send it back. Until then it is not shown.')
  const moment = at && formatMoment(at, zone)
  if (!moment) return t('It is shown as soon as it is saved.')
  const values = { moment }
  return Date.parse(at) > Date.now()
    ? t('It will be shown from {moment}.', values)
    : t('It will be shown as of {moment}.', values)
}

/** The sub-categories. At least one is required. */
const ArticleTypes = ({ id, label, required, error, value, onChange }: FieldProps) => {
  const t = useText()
  return (
    <Checkbox.Group
      label={label}
      required={required}
      error={error}
      value={value as string[]}
      onChange={(chosen) => onChange(articleTypes.filter((type) => chosen.includes(type)))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" my="xs">
        {articleTypeOptions(t).map((type, at) => (
          <Checkbox key={type.value} {...type} {...(at === 0 && { id })} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
