# Fills a new database of Request Tracker with what stands on stdin as JSON.
# The clock says what each entry says, so that all dates are the same each time.
use strict;
use warnings;
use utf8;

our $now;
BEGIN {
    $now = 1767600000;
    *CORE::GLOBAL::time   = sub () { $now };
    *CORE::GLOBAL::gmtime = sub (;$) { return CORE::gmtime( $_[0] // $now ) };
}

use lib '/usr/share/request-tracker5/lib';
use JSON;
use MIME::Entity;
use RT;

RT::LoadConfig();
RT::Init();
RT->Config->Set( MailCommand => sub { return 1 } );

my $data = JSON->new->utf8->decode( do { local $/; <STDIN> } );
my $root = RT->SystemUser;
my ( %user, %group, %queue, %field );

sub done {
    my ( $good, $said ) = @_;
    die "Seed failed: $said\n" unless $good;
    return $good;
}

for my $each ( @{ $data->{users} } ) {
    my $user = RT::User->new($root);
    my ( $good, $said ) = $user->Create(%$each);
    done( $good, "$each->{Name}: $said" );
    $user{ $each->{Name} } = $user;
}
for my $each ( @{ $data->{groups} } ) {
    my $group = RT::Group->new($root);
    done( $group->CreateUserDefinedGroup( Name => $each->{name}, Description => $each->{about} ) );
    done( $group->AddMember( $user{$_}->PrincipalId ) ) for @{ $each->{members} };
    $group{ $each->{name} } = $group;
}
for my $each ( @{ $data->{queues} } ) {
    my $queue = RT::Queue->new($root);
    done( $queue->Create( Name => $each->{name}, Description => $each->{about} ) );
    done( $queue->AddWatcher( Type => 'AdminCc', PrincipalId => $group{ $each->{team} }->PrincipalId ) );
    $queue{ $each->{key} } = $queue;
}
my $general = RT::Queue->new($root);
$general->Load('General');
done( $general->SetDisabled(1) );

my $everyone = RT::Group->new($root);
$everyone->LoadSystemInternalGroup('Everyone');
for my $right (qw(CreateTicket ReplyToTicket SeeQueue SeeCustomField ModifyCustomField)) {
    done( $everyone->PrincipalObj->GrantRight( Right => $right, Object => RT->System ) );
}
my $staff = RT::Group->new($root);
$staff->LoadSystemInternalGroup('Privileged');
for my $right (
    qw(ShowTicket ShowTicketComments CommentOnTicket OwnTicket ModifyTicket TakeTicket StealTicket
    Watch SeeGroup SeeGroupDashboard SeeDashboard SeeOwnDashboard ShowSavedSearches LoadSavedSearch
    CreateSavedSearch EditSavedSearches ModifyOwnDashboard CreateOwnDashboard ModifySelf)
) {
    done( $staff->PrincipalObj->GrantRight( Right => $right, Object => RT->System ) );
}
my $main = $user{ $data->{main} };
done( $main->PrincipalObj->GrantRight( Right => 'SuperUser', Object => RT->System ) );

for my $each ( @{ $data->{fields} } ) {
    my $field = RT::CustomField->new($root);
    my ( $good, $said ) = $field->Create(
        Name       => $each->{name},
        Type       => $each->{type},
        RenderType => $each->{shown},
        MaxValues  => 1,
        LookupType => 'RT::Queue-RT::Ticket',
        Description => $each->{about},
    );
    done( $good, $said );
    my $number = 0;
    for my $value ( @{ $each->{values} } ) {
        done( $field->AddValue( Name => $value, SortOrder => ++$number ) );
    }
    done( $field->AddToObject( $queue{$_} ) ) for @{ $each->{queues} };
    $field{ $each->{name} } = $field;
}

sub message {
    return MIME::Entity->build(
        Type    => 'text/plain',
        Charset => 'UTF-8',
        Subject => Encode::encode( 'UTF-8', $_[0] ),
        Data    => [ Encode::encode( 'UTF-8', $_[1] ) ],
    );
}

my @ticket = (undef);
for my $each ( @{ $data->{tickets} } ) {
    $now = $each->{time};
    my $ticket = RT::Ticket->new( RT::CurrentUser->new( $user{ $each->{requestor} } ) );
    my %values;
    for my $name ( sort keys %{ $each->{fields} } ) {
        $values{ 'CustomField-' . $field{$name}->Id } = $each->{fields}{$name};
    }
    my ( $id, $entry, $said ) = $ticket->Create(
        Queue     => $queue{ $each->{queue} }->Id,
        Subject   => $each->{subject},
        Requestor => [ $user{ $each->{requestor} }->EmailAddress ],
        MIMEObj   => message( $each->{subject}, $each->{text} ),
        %values,
    );
    done( $id, $said );
    push @ticket, $id;
}
for my $each ( @{ $data->{events} } ) {
    $now = $each->{time};
    my $ticket = RT::Ticket->new( RT::CurrentUser->new( $user{ $each->{by} } // $root ) );
    $ticket->Load( $ticket[ $each->{ticket} ] );
    my ( $good, $said ) = ( 1, '' );
    my $what = $each->{what};
    if ( $what eq 'Correspond' or $what eq 'Comment' ) {
        ( $good, $said ) = $ticket->$what(
            MIMEObj   => message( $ticket->Subject, $each->{text} ),
            TimeTaken => $each->{minutes},
        );
    }
    elsif ( $what eq 'Link' ) {
        ( $good, $said ) = $ticket->AddLink( Type => $each->{kind}, Target => $ticket[ $each->{to} ] );
    }
    elsif ( $what eq 'Due' ) {
        ( $good, $said ) = $ticket->SetDue( $each->{value} );
    }
    else {
        my $set = "Set$what";
        ( $good, $said ) = $ticket->$set( $each->{value} );
    }
    done( $good, "$what of ticket $each->{ticket}: $said" );
}

my $viewer = RT::CurrentUser->new($main);
my $own    = 'RT::User-' . $main->Id;
my @pane;
for my $each ( @{ $data->{searches} } ) {
    my $search = RT::SavedSearch->new($viewer);
    my ( $good, $said ) = $search->Save(
        Privacy      => $own,
        Name         => $each->{name},
        Type         => 'Ticket',
        SearchParams => {
            Query       => $each->{query},
            Format      => RT->Config->Get('DefaultSearchResultFormat'),
            Order       => 'ASC',
            OrderBy     => 'id',
            RowsPerPage => 20,
        },
    );
    done( $good, $said );
    push @pane, { portlet_type => 'search', id => $search->Id, privacy => $own, description => $each->{name}, pane => 'body' };
}
my $dashboard = RT::Dashboard->new($viewer);
done( $dashboard->Save( Privacy => $own, Name => $data->{dashboard}, Panes => { body => \@pane, sidebar => [] } ) );

# Pages are compiled when they are first asked for; done here, no copy has to wait for it.
require File::Find;
require RT::Interface::Web::Handler;
require HTML::Mason::CGIHandler;
require HTML::Mason::PSGIHandler::Streamy;
my $pages = RT::Interface::Web::Handler::NewHandler('HTML::Mason::PSGIHandler::Streamy')->interp;
File::Find::find(
    { no_chdir => 1, wanted => sub { -f and eval { $pages->load( substr $_, length $RT::MasonComponentRoot ) } } },
    $RT::MasonComponentRoot
);
