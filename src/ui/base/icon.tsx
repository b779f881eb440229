import styles from './icon.module.css';

/** Icons as single paths on a 24 by 24 grid. icon.module.css sets their stroke. */
const drawings = {
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4.5 20a7.5 7.5 0 0 1 15 0',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  card: 'M6 5h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM7 15h4M3 10h18',
  refund: 'M4 9h11a5 5 0 0 1 0 10H9M8 5L4 9l4 4',
  pay: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9.5 8h5M9.5 12h5',
  doc: 'M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h4',
  people:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0M2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5',
  calendar:
    'M5 6h14a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 19 20H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 6zM3.5 10.5h17M8 3.5v4M16 3.5v4',
  clock: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 7v5l3 2',
  ok: 'M5 12.5l4.5 4.5L19 7.5',
  cam: 'M4 8h3l2-3h6l2 3h3v11H4zM8.5 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0',
  x: 'M6 6l12 12M18 6L6 18',
  alert: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  help: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 17v.3',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v4.9h-4.9',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 20h14',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M15.3 15.3L20 20',
  filter: 'M4 7h16M7 12h10M10 17h4',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4 7h16M9.5 7V4h5v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  edit: 'M5 19l.8-3.8L16.3 4.7a1.7 1.7 0 0 1 2.4 0l.6.6a1.7 1.7 0 0 1 0 2.4L8.8 18.2zM14.5 6.5l3 3',
  lock: 'M8 11V8a4 4 0 0 1 8 0v3M7 11h10a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 7 11zM12 14.5v2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  'eye-off':
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.5A15.6 15.6 0 0 0 2.5 12s3.5 6.5 9.5 6.5a8.8 8.8 0 0 0 4-.9M10 10a3 3 0 0 0 4.1 4.2',
  offline:
    'M4 4l16 16M2.5 9.5a14 14 0 0 1 4.3-2.7M10.6 5.6A14 14 0 0 1 21.5 9.5M5.8 13a9.5 9.5 0 0 1 4.2-2.3M14.8 11.2A9.5 9.5 0 0 1 18.2 13M9 16.5a4.5 4.5 0 0 1 5.2-.5M12 19.5v.3',
  phone:
    'M5 4h3.5l1.8 4.5-2.3 1.6a12 12 0 0 0 5.9 5.9l1.6-2.3L20 15.5V19a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z',
  logout: 'M14 4H6v16h8M10.5 12H21M17.5 8.5L21 12l-3.5 3.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  chat: 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  print: 'M7 9V4h10v5M7 17H4v-6.5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5V17h-3M7 14h10v6H7z',
  share: 'M12 15V4M8 7.5L12 4l4 3.5M6 11H5v9h14v-9h-1',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  fingerprint:
    'M6 8.5a7.5 7.5 0 0 1 13.5 4.5v3M4.5 12.5V15M8 18.5c-.4-1.4-.5-3-.5-5.5a4.5 4.5 0 0 1 9 0c0 3 0 5-.7 7M12 13v2.5c0 2 .2 3.5.6 5',
  image:
    'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5v-11A1.5 1.5 0 0 1 5.5 5zM4 16l4.5-4.5 4 4 2.5-2.5 5 4.5M15 9v.01',
  info: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M12 11v5.5M12 7.5v.3',
  device: 'M7 3h10v18H7zM11 18h2',
  sun: 'M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M12 2.8v1.7M12 19.5v1.7M2.8 12h1.7M19.5 12h1.7M5.5 5.5l1.2 1.2M17.3 17.3l1.2 1.2M5.5 18.5l1.2-1.2M17.3 6.7l1.2-1.2',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  half: 'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0M12 3.5v17M12 8l6.5-1M12 12.5h8.5M12 17h6.5',
  up: 'M6 15l6-6 6 6',
  xml: 'M9 6l-6 6 6 6M15 6l6 6-6 6',
  code: 'M4 8.5V4h4.5M15.5 4H20v4.5M20 15.5V20h-4.5M8.5 20H4v-4.5M8.5 8.5h3v3h-3zM15 9v2.5M9 15h2.5M14.5 15v1M16 13.5v2.5h-2.5',
  turn: 'M5 20h9v-9H5zM9.5 7.5V6.5a2 2 0 0 1 2-2h2.5a5 5 0 0 1 5 5V13M15.8 10.2L19 13.4l3.2-3.2',
} as const;

export type IconName = keyof typeof drawings;

interface IconProps {
  name: IconName;
  /** Width and height in pixels. */
  size?: 16 | 18 | 20 | 24 | 32;
  /** Only for an icon that carries meaning by itself. Without it screen readers skip the icon. */
  label?: string;
}

/** One icon of the set, in the colour of the text around it. */
export function Icon({ name, size = 24, label }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-icon={name}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
