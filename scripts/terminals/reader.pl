# Has KildClient write down, ten times a second, what its window shows and what has scrolled off it. The first line is
# a number that rises. The file gets its name when it is whole.
my ($serial, $folder) = (0, $ENV{HOME});

sub mudlark_read {
  $serial++;
  open(my $out, '>', "$folder/new") or return;
  print $out "$serial\n";
  for (my $n = 1; defined(my $line = $::world->getline($n)); $n++) { print $out "$line\n"; }
  close($out);
  rename("$folder/new", "$folder/screen");
}

$::world->timer({ interval => 0.1, count => -1, enabled => 1, action => '/mudlark_read()' });
1;
