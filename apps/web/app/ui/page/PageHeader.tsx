import { Anchor, Button, type ButtonProps, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentPropsWithRef, HTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useArea } from '#kit/area'
import { asLeft } from '#kit/browser/search-params'
import { Head } from '#kit/page/page'
import { useText } from '#kit/text'
import { useFormatCount } from '#ui/values/figures'
import styles from '#ui/page/page.module.css'

interface Crumb {
  text: string
  /** The part of the path after the area: 'company/list'. */
  path: string
  /** Further props of its list item. */
  itemProps?: HTMLAttributes<HTMLElement>
}

interface PageHeaderProps {
  title: string
  /** A shorter text than the title, for the breadcrumb. */
  currentPage?: string
  /** The count beside the title: a number, or text. */
  count?: number | string | undefined
  /** Shown beside the title. */
  aside?: ReactNode
  /** The parent screens, without the dashboard. */
  trail?: readonly Crumb[]
  /** Shown at the end of the breadcrumb's line. */
  besideTrail?: ReactNode
  /** True while the record whose name is the title loads. */
  loading?: boolean
  /** The actions are not loaded yet; a skeleton reserves their space. */
  actionsLater?: boolean
  children?: ReactNode
}

/** The header of a page: breadcrumb, which leads to each screen as it was left, title with its total, actions at the end. */
export const PageHeader = ({
  title,
  currentPage = title,
  count,
  aside,
  trail = [],
  besideTrail,
  loading = false,
  actionsLater = false,
  children,
}: PageHeaderProps) => (
  <Stack gap={4} component="header">
    <Head title={title} />
    <div className={styles.trailLine}>
      <Trail trail={trail} currentPage={currentPage} />
      {besideTrail}
    </div>
    <Group justify="space-between" align="flex-end" gap="sm">
      <Skeleton visible={loading} flex={`1 1 ${title.length > 60 ? '100%' : '280px'}`} miw={0} maw={loading ? 320 : undefined}>
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {aside}
          {count !== undefined && <Count of={count} />}
        </Group>
      </Skeleton>
      {actionsLater ? <Skeleton height={36} width={180} /> : <Group gap="xs">{children}</Group>}
    </Group>
  </Stack>
)

/** The last element beside the title, so that its late arrival moves nothing. */
const Count = ({ of }: { of: number | string }) => {
  const figure = useFormatCount()
  return (
    <Text c="dimmed" fz="lg">
      {typeof of === 'number' ? figure(of) : of}
    </Text>
  )
}

const Trail = ({ trail, currentPage }: { trail: readonly Crumb[]; currentPage: string }) => {
  const t = useText()
  const at = useArea()
  return (
    <nav aria-label={t('Breadcrumb')}>
      <ol className={styles.trail}>
        {[{ text: t('Dashboard'), path: 'dashboard' }, ...trail].map(({ text, path, itemProps }: Crumb) => (
          <li key={path} {...itemProps}>
            <Anchor component={Link} to={asLeft(at(path))} prefetch="intent" inherit c="inherit" underline="hover">
              {text}
            </Anchor>
          </li>
        ))}
        <li aria-current="page">{currentPage}</li>
      </ol>
    </nav>
  )
}

interface HeaderButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>, Partial<Pick<LinkProps, 'to' | 'prefetch'>> {
  icon: Icon
  /** `Link`, if it opens a screen. */
  component?: typeof Link
}

/** A secondary action in a page's header: on a phone only its icon is visible; its text is still read by screen readers. */
export const HeaderButton = ({ icon: Sign, className = '', children, ...rest }: HeaderButtonProps) => (
  <Button
    variant="default"
    className={`${styles.headerButton} ${className}`}
    title={typeof children === 'string' ? children : undefined}
    {...(rest as object)}
  >
    <Sign size={16} aria-hidden />
    <span className={styles.words}>{children}</span>
  </Button>
)
